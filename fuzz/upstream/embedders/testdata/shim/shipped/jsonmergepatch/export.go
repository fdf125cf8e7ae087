package jsonmergepatch

// KeepOrDeleteNullInObj exports a function that the package's own tests call.
var KeepOrDeleteNullInObj = keepOrDeleteNullInObj
