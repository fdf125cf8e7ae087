package protocol

// ReadReply is readReply, for tests.
var ReadReply = readReply
