package jsonmergepatch

// KeepOrDeleteNullInObj hands on what the package's own tests call.
var KeepOrDeleteNullInObj = keepOrDeleteNullInObj
