// Package aws136 holds the preset of the AWS SDK for Go before its new defaults to that
// SDK. It is a module of its own, since a module has one version of another.
package aws136
