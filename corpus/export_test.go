package corpus

// ReadReply is readReply, for tests.
var ReadReply = readReply
