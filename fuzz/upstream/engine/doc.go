// Package engine carries out requests of the engine protocol with the shipped
// engine: whichever version of k8s.io/apimachinery the program is linked with, from
// 0.17 on. It uses nothing of it that newer versions have alone, and of this
// module nothing that needs one.
package engine
