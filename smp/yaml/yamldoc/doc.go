// Package yamldoc edits YAML as a person would: unchanged parts keep their bytes.
//
//	s, err := yamldoc.Read(text)
//	value := s.Documents()[0].Value
//	text, notes, err := s.Edit([]model.Value{changed(value)})
//
// [Read] reads a text with any number of documents. Each document has a [model.Value]. [Stream.Place]
// returns the line and the column of a value.
// [Stream.Edit] takes the wanted values of all documents and returns a text that has these values.
// It changes only the necessary parts of the text:
//
//   - Unchanged parts keep their comments, quotes, spelling of numbers, anchors, block or
//     flow style, and line breaks.
//   - Texts of several lines keep the lines, quotes and escape sequences of the words that
//     stay.
//   - New parts are written in the style of their siblings: of the field with the same name
//     in another element of the list or elsewhere, or else of the fields next to them.
//   - Comments of removed entries are removed: comments on the same lines, and comments
//     directly above. List elements that move take their comments along. [Stream.EditKeyed]
//     matches elements by the keys of a schema. Without these keys, elements are matched if they
//     are equal, or by a field that identifies them, such as name.
//   - An edit never changes the values of other aliases of an anchor. The text of the anchor is
//     edited if all its aliases change in the same way. If they change in different ways, an alias
//     with another value is written out. If a field that comes from a merge key (<<) gets another
//     value, the map overrides it. If such a field is removed, the merge key is written out.
//
// Notes report the parts that could not be kept. If a small change would not be safe, the smallest
// node around it is rewritten. Before Edit returns a text, it reads the text again and compares the
// values with the wanted ones.
//
// # How scalars are read
//
// Scalars are read as clusters read them, by YAML 1.1: for example, no is false, and 0777 is
// 511. New strings are quoted if a reader of YAML 1.1 or 1.2 would read them as something
// else. A document that is JSON is read and written as JSON.
//
// # Promises
//
// README.md in the folder of this package lists the promises of an edit, its limits, and the tests
// of each promise.
package yamldoc
