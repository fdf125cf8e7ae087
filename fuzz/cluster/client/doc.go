// Package client sends requests to an API server. Documents are values of package model.
package client
