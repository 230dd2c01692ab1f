// Package sdk holds presets of SDKs to the SDKs themselves. It is apart because they
// bring many packages with them.
package sdk
