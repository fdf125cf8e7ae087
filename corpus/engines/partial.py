#!/usr/bin/env python3
"""An engine that speaks the engine protocol and knows a part of the format.

It shows how little an engine needs to be put to the cases and the laws. It
merges maps, deletes by null and by $patch in maps, and merges lists of maps by
a single merge key. What it knows that it does not know it skips; the rest it
gets wrong.
"""

import json
import sys


class Skip(Exception):
    """Says why a request is not tried."""


def member(schema, definitions, name):
    """Returns the schema of a member of a map, or of what its reference names."""
    field = schema.get("properties", {}).get(name, schema.get("additionalProperties", {}))
    return resolved(field, definitions)


def resolved(schema, definitions):
    while isinstance(schema, dict) and ("$ref" in schema or "allOf" in schema):
        reference = schema.get("$ref") or schema["allOf"][0].get("$ref", "")
        rest = {k: v for k, v in schema.items() if k not in ("$ref", "allOf")}
        schema = {**definitions.get(reference.rpartition("/")[2], {}), **rest}
    return schema if isinstance(schema, dict) else {}


def merged(schema, definitions, original, patch):
    """Returns what a patch makes of a map."""
    if patch.get("$patch") == "replace":
        return {k: v for k, v in patch.items() if k != "$patch"}
    if patch.get("$patch") == "delete":
        return {}
    result = dict(original) if isinstance(original, dict) else {}
    for name, value in patch.items():
        field = member(schema, definitions, name)
        if name.startswith("$"):
            raise Skip("it does not know the directive " + name.split("/")[0])
        if value is None:
            result.pop(name, None)
        elif isinstance(value, dict) and "replace" not in strategies(field):
            result[name] = merged(field, definitions, result.get(name), value)
        elif isinstance(value, list) and "merge" in strategies(field):
            result[name] = merged_list(field, definitions, result.get(name) or [], value)
        else:
            result[name] = value
    return result


def strategies(schema):
    return schema.get("x-kubernetes-patch-strategy", "").replace("|", ",").split(",")


def merged_list(schema, definitions, original, patch):
    """Returns what a patch makes of a list of maps that merge by one key."""
    key = schema.get("x-kubernetes-patch-merge-key")
    if key is None or "," in key:
        raise Skip("it merges lists by one key")
    element = resolved(schema.get("items", {}), definitions)
    result = list(original)
    for change in patch:
        at = [i for i, e in enumerate(result) if e.get(key) == change.get(key)]
        if change.get("$patch") == "delete":
            result = [e for i, e in enumerate(result) if i not in at]
        elif at:
            result[at[0]] = merged(element, definitions, result[at[0]], change)
        else:
            result.append(merged(element, definitions, {}, change))
    return result


def document(case, name):
    return json.loads(case[name + "Text"]) if name + "Text" in case else case[name]


def answer(case):
    """Carries out a request and returns the members of the answer."""
    if "options" in case:
        raise Skip("it has no options")
    source = case["schema"]
    definitions = source.get("openapi", {}).get("components", {}).get("schemas", {})
    schema = definitions.get(source.get("root"), source.get("openapi", {}))
    try:
        original, patch = document(case, "original"), document(case, "patch")
    except json.JSONDecodeError as fault:
        return {"error": {"kind": "syntax", "path": ".", "message": str(fault)}}
    for name, value in (("original", original or {}), ("patch", patch)):
        if not isinstance(value, dict):
            return {"error": {"kind": "wrong-kind", "path": ".", "document": name, "message": "no map"}}
    return {"result": merged(resolved(schema, definitions), definitions, original, patch)}


def serve():
    """Answers the lines of the engine protocol."""
    for line in sys.stdin:
        request = json.loads(line)
        if request["cmd"] == "stop":
            break
        if request["cmd"] == "start":
            reply = {"version": 1, "name": "partial", "ops": ["apply"], "dialects": ["documented"]}
        else:
            reply = {"seq": request["seq"]}
            try:
                reply.update(answer(request["case"]))
            except Skip as why:
                reply["skipped"] = str(why)
            except Exception as fault:  # a mistake of this engine
                reply["panic"] = repr(fault)
        try:
            text = json.dumps(reply, allow_nan=False)
        except ValueError as fault:  # numbers beyond those of the library
            text = json.dumps({"seq": request["seq"], "panic": repr(fault)})
        print(text, flush=True)


if __name__ == "__main__":
    serve()
