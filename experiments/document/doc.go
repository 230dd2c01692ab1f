// Package document turns YAML text into Go settings structs and back.
//
//   - [Parse] reads text into a tree of [Node]s that know where they were written.
//   - [Node.Get] and [Node.Set] read and rewrite the tree by [Path], so that variants,
//     sweeps and --set need no code for any parameter.
//   - [Decode] fills a struct from the tree, strictly: what it does not understand is
//     a [Problem] with file, line, column and a way to mend it, and all [Problems]
//     are reported at once.
//   - [Encode] and [Node.YAML] write the long form: every kind by its name, every key.
//   - [Schema] and [Describe] tell editors and people what a file may say.
//
// One description serves all of them: exported fields with the tags `key` and `doc`,
// and the catalogues put in [Kinds]. The tag `key:"name,option"` knows these options:
//
//   - required: there is no default; a block without the key is an error.
//   - first: filled before the other keys; then Defaults is called.
//   - optional: `none` takes an interface or a block back to its zero value. Pointers,
//     and interfaces whose default is nil, take `none` without it.
//   - omitzero: left out of the long form while it is zero, for keys that exclude
//     one another.
//
// What a settings struct can do, by methods of its pointer:
//
//   - Short() string names the key that a scalar stands for: `queue: 2000`.
//   - Defaults() error fills in what follows from the keys tagged first (a preset),
//     before the other keys of the block.
//   - Prepare() error derives what is not written in the file, after filling.
//   - Validate() error checks what depends on more than one key. Prepare and Validate
//     are called on every settings struct in the result whose block has no problem,
//     also on those that the file does not mention; a [catalog.KeyError] is reported
//     at its key.
//   - Explain(key string) string tells what to write instead of a key that is not
//     one, "" if it has nothing to say.
//
// A scalar type of one's own has UnmarshalText and MarshalText, or is a string with
// Values() []string, the words it may be. Words() string ("share of the timeout"),
// Example() string and Pattern() string (a regular expression of the whole text) are
// told to people and editors, if there are any. In the text of an error, here and in
// Validate, what follows "; " is the hint.
package document
