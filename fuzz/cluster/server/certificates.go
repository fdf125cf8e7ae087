package server

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// credentials are the files with which the two servers and their client authenticate each
// other. They are not valid for anything else.
type credentials struct {
	// certificate is signed by authority and belongs to key. Both ends of every connection
	// use it.
	authority, certificate, key string
	// serviceAccounts is the key of service account tokens.
	serviceAccounts string
	// tokens is a file with the only user and its token.
	tokens string
	token  string
}

// newCredentials writes the files into folder.
func newCredentials(folder string) (credentials, error) {
	path := func(name string) string { return filepath.Join(folder, name) }
	c := credentials{
		authority: path("ca.crt"), certificate: path("server.crt"), key: path("server.key"),
		serviceAccounts: path("service-accounts.key"), tokens: path("tokens.csv"), token: rand.Text(),
	}
	if err := c.writeCertificates(); err != nil {
		return c, err
	}
	if _, err := writeKey(c.serviceAccounts); err != nil {
		return c, err
	}
	return c, os.WriteFile(c.tokens, []byte(c.token+",admin,admin,system:masters\n"), 0o600)
}

// writeCertificates writes an authority, whose key is discarded, and a certificate for
// loopback.
func (c credentials) writeCertificates() error {
	signer, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	authority := template(1)
	authority.IsCA, authority.BasicConstraintsValid = true, true
	authority.KeyUsage = x509.KeyUsageCertSign
	if err := writeCertificate(c.authority, authority, authority, signer, signer); err != nil {
		return err
	}
	key, err := writeKey(c.key)
	if err != nil {
		return err
	}
	leaf := template(2)
	leaf.KeyUsage = x509.KeyUsageDigitalSignature
	leaf.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	leaf.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	leaf.DNSNames = []string{"localhost"}
	return writeCertificate(c.certificate, leaf, authority, key, signer)
}

func template(serial int64) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(serial),
		Subject:      pkix.Name{CommonName: "smp cluster comparison"},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(24 * time.Hour),
	}
}

func writeCertificate(path string, c, parent *x509.Certificate, key, signer *ecdsa.PrivateKey) error {
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, signer)
	if err != nil {
		return err
	}
	return writePEM(path, "CERTIFICATE", der)
}

func writeKey(path string) (*ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return nil, err
	}
	return key, writePEM(path, "EC PRIVATE KEY", der)
}

func writePEM(path, kind string, der []byte) error {
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}
