// Package yamldoc changes YAML as a person would: what does not change keeps its
// bytes.
//
// [Read] takes a text of any number of documents and gives each as a
// [model.Value], with the place in the text of every node. [Stream.Edit] takes the
// values that the documents should become and gives the text that reads as these
// values. It changes the text only where it must:
//
//   - What is untouched keeps its bytes: comments, quotes, the spelling of numbers,
//     anchors, block or flow style, line breaks.
//   - What is new is written in the style of its siblings.
//   - Comments of what goes, go with it: those on its lines, and those directly
//     above. Elements of a list that move take their comments along. Elements are
//     matched if they are equal, or by a name that tells them apart.
//   - An edit never changes what another alias of the same anchor stands for: the
//     anchor's text changes and aliases follow where they all change alike, and an
//     alias, or a merge key (<<), that is to stand for something else is written
//     out.
//
// What could not be kept is said in notes. Where a change of a few bytes would not
// be safe, the smallest node around it is written anew. The text is read again
// before it is given back, and compared with what was wanted.
//
// # What a text means
//
// Scalars are read as clusters read them, as YAML 1.1: no is false, 0777 is 511.
// What is written is quoted where a reader of YAML 1.1 or of 1.2 would take it for
// something else than it is. Text of a document that is JSON is read and written
// as JSON.
package yamldoc
