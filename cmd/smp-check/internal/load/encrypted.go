package load

import (
	"errors"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/model"
)

// IsEncrypted reports whether SOPS has encrypted the document with this value. SOPS adds a field
// with the version of SOPS and a code that authenticates all values:
//
//	sops: {mac: "ENC[AES256_GCM,data:…]", version: 3.8.1, …}
func IsEncrypted(v model.Value) bool {
	sops, _ := v.Get("sops")
	mac, _ := sops.Get("mac")
	version, _ := sops.Get("version")
	return mac.Type() == model.String && version.Type() == model.String
}

// ErrEncrypted is the error for a document that SOPS has encrypted. Its values are not those of
// the object, and a change would make its authentication code invalid.
var ErrEncrypted = errors.New("encrypted with SOPS; decrypt it first (sops decrypt FILE)")

// checkDecrypted rejects documents that SOPS has encrypted.
func checkDecrypted(docs []Document) error {
	for _, d := range docs {
		if IsEncrypted(d.Value) {
			return finding.Unread(d.source.file, finding.Unreadable, ErrEncrypted)
		}
	}
	return nil
}
