// Package threeway compares the three documents of a three-way merge: it builds the target, which the
// live document must become, and finds the conflicts.
//
// Original is the manifest as it was applied last, modified is the new manifest, and current is the
// live object, which others may have changed. The merge must bring modified's changes to current, and
// must not undo the changes of others. It works in two steps. First [Build] returns the target W, the
// document that current must become. Then package diff writes the diff from current to W. In the code
// of this package, o, m and c are the values of original, modified and current at one place.
//
// If modified has a field, W has modified's value. If original has the field and modified lacks it,
// the field was dropped, and W lacks it. If neither has the field, it belongs to others and stays
// as it is in current. Maps and merging lists are merged in this way member by member and element
// by element:
//
//	             original    modified    current         W
//	replicas     2           3           2               3              modified
//	containers
//	  proxy      -           -           image p         image p        others
//	  app
//	    image    v1          v2          v1              v2             modified
//	    pull     -           -           Always          Always         others
//	    env      A=1 B=2     A=1         A=1 B=2 C=3     A=1 C=3        B was dropped
//
// A dropped map or list keeps the members and elements of others. For example, if modified drops
// the labels {a}, and current has {a, b}, then W has {b}. A map with a fixed set of fields, such as
// securityContext, is removed as a whole. Strategy retainKeys and unions also remove fields of
// others (see map.go and clearedByUnions).
//
// Elements match by their keys. Current may have several elements with the keys of an element of
// modified. Then the element of modified matches the first of them that holds it. An element holds
// another one if it has all members of that element. If no element holds it, it matches the first
// one that holds the element of original. If there is none either, it matches the first one of all:
//
//	original  modified  current        W
//	A=1 A=2   A=1       A=9 A=1 A=2    A=9 A=1    A=1 holds modified's; A=2 was dropped
//	A=1       A=5       A=9 A=1        A=9 A=5    A=1 holds original's
//	A=1       A=5       A=9 A=8        A=5 A=8    the first
//
// Elements of others keep their places. If modified's elements have to be moved, duplicates of
// others move with them (see groupDuplicates).
//
// An element of modified may lack keys that the server filled in. If current has only one
// element with port 53 for it, {port:53} matches {port:53,protocol:TCP}, even if the schema
// does not define the default (see identity.Filling).
//
// A server does not store every value as it was sent. The Marks of a schema describe such fields.
// For example, "paused: false" is not sent if current has no paused, because the server drops zeros
// of this field (see package stored).
//
// The patch is the diff from current to W. For the example:
//
//	replicas: 3
//	containers: [{name: app, image: v2, env: [{$patch: delete, name: B}]}]
//
// W is an edit of current. Values that stay are shared by both, so the diff skips them. W has a
// plan, which contains the element of current for each element of W, so that duplicates are not
// mixed up. The plan also contains the order list to send. Applying the patch to current gives W,
// and merging again with W as current gives {} (rule threeway-converges).
package threeway
