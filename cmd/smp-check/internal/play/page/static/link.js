// The state of the page as the fragment of a link: compressed JSON as base64url. Browsers
// send fragments to no server. The format is the same on every copy of the page.

const longest = 400000; // limit for the characters of the JSON, and of the link

async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  const written = Promise.all([writer.write(bytes), writer.close()]);
  const pieces = [];
  let size = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > longest) {
      written.catch(() => {});
      await reader.cancel();
      throw new Error("limit: the link contains more text than the page accepts");
    }
    pieces.push(value);
  }
  await written;
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

export async function pack(state) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(state)));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return "#s=" + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// fragmentOf returns the fragment of a link to any copy of the page, and "" for other texts.
export function fragmentOf(text) {
  return /^(?:[a-z]+:\/\/\S*)?(#s=[\w-]+)$/.exec(text.trim())?.[1] ?? "";
}

// unpack returns the state in a fragment, or null if there is none. It throws an error if the
// fragment is not valid.
export async function unpack(fragment) {
  if (!fragment.startsWith("#s=")) return null;
  if (fragment.length > longest) throw new Error("limit: the link is too long");
  const text = atob(fragment.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(new DecompressionStream("deflate-raw"), Uint8Array.from(text, (c) => c.charCodeAt(0)));
  const state = JSON.parse(new TextDecoder().decode(bytes));
  if (!Array.isArray(state.documents) || !state.documents.every((d) => typeof d === "string") || state.documents.length > 20) {
    throw new Error("the link does not contain documents");
  }
  for (const name of ["op", "kind", "schema", "dialect", "ignore"]) state[name] = String(state[name] ?? "");
  return state;
}
