package server

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// readyWithin is the time limit for the start of a server.
const readyWithin = 2 * time.Minute

// A Server is a running kube-apiserver with its etcd.
type Server struct {
	// Clients need URL, Token and TLS for a connection.
	URL   string
	Token string
	TLS   *tls.Config
	// Kubeconfig is the path of a kubeconfig file for kubectl.
	Kubeconfig string
	// Cache is kubectl's cache folder.
	Cache string

	folder    string
	processes []*process
}

// Start starts both servers in a new folder and waits until they are ready. All APIs and
// features are enabled. If another process takes a port in the meantime, Start tries again.
// The caller must stop the server.
//
// An error contains the last output of the servers at its end.
func Start(ctx context.Context, b Binaries) (*Server, error) {
	var failure error
	for range 3 {
		s, err := start(ctx, b)
		if err == nil {
			return s, nil
		}
		failure = errors.Join(failure, err)
		if ctx.Err() != nil {
			break
		}
	}
	return nil, failure
}

func start(ctx context.Context, b Binaries) (*Server, error) {
	folder, err := os.MkdirTemp("", "smp-cluster-")
	if err != nil {
		return nil, err
	}
	s := &Server{folder: folder, Cache: filepath.Join(folder, "kubectl")}
	if err := s.run(ctx, b); err != nil {
		err = fmt.Errorf("%w\n%s", err, s.lastWords())
		s.Stop()
		return nil, err
	}
	return s, nil
}

func (s *Server) run(ctx context.Context, b Binaries) error {
	c, err := newCredentials(s.folder)
	if err != nil {
		return err
	}
	ports, err := freePorts(3)
	if err != nil {
		return err
	}
	address := func(i int) string { return fmt.Sprintf("https://127.0.0.1:%d", ports[i]) }
	if err := s.start(b.Etcd, etcdFlags(c, s.folder, address(0), address(1))); err != nil {
		return err
	}
	if err := s.start(b.APIServer, apiServerFlags(c, s.folder, address(0), ports[2])); err != nil {
		return err
	}
	pem, err := os.ReadFile(c.authority)
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	s.URL, s.Token, s.TLS = address(2), c.token, &tls.Config{RootCAs: roots}
	s.Kubeconfig = filepath.Join(s.folder, "kubeconfig")
	config := fmt.Sprintf(kubeconfig, s.URL, c.authority, c.token)
	if err := os.WriteFile(s.Kubeconfig, []byte(config), 0o600); err != nil {
		return err
	}
	return s.waitUntilReady(ctx)
}

const kubeconfig = `apiVersion: v1
kind: Config
current-context: smp
clusters: [{name: smp, cluster: {server: %q, certificate-authority: %q}}]
users: [{name: smp, user: {token: %q}}]
contexts: [{name: smp, context: {cluster: smp, user: smp}}]
`

func etcdFlags(c credentials, folder, clients, peers string) []string {
	return []string{
		"--data-dir=" + filepath.Join(folder, "etcd"),
		"--listen-client-urls=" + clients, "--advertise-client-urls=" + clients,
		"--cert-file=" + c.certificate, "--key-file=" + c.key,
		"--client-cert-auth", "--trusted-ca-file=" + c.authority,
		"--listen-peer-urls=" + peers, "--initial-advertise-peer-urls=" + peers,
		"--initial-cluster=default=" + peers,
		"--peer-cert-file=" + c.certificate, "--peer-key-file=" + c.key, "--peer-trusted-ca-file=" + c.authority,
		"--unsafe-no-fsync", "--log-level=warn",
	}
}

func apiServerFlags(c credentials, folder, etcd string, port int) []string {
	return []string{
		"--etcd-servers=" + etcd, "--etcd-cafile=" + c.authority,
		"--etcd-certfile=" + c.certificate, "--etcd-keyfile=" + c.key,
		"--bind-address=127.0.0.1", fmt.Sprintf("--secure-port=%d", port),
		"--tls-cert-file=" + c.certificate, "--tls-private-key-file=" + c.key,
		"--cert-dir=" + filepath.Join(folder, "certs"),
		"--token-auth-file=" + c.tokens, "--authorization-mode=AlwaysAllow",
		"--service-account-issuer=https://smp.invalid",
		"--service-account-key-file=" + c.serviceAccounts, "--service-account-signing-key-file=" + c.serviceAccounts,
		"--service-cluster-ip-range=10.0.0.0/16",
		"--endpoint-reconciler-type=none",
		// This admission plugin would wait for a controller to create accounts.
		"--disable-admission-plugins=ServiceAccount",
		"--allow-privileged",
		"--runtime-config=api/all=true",
		"--feature-gates=AllAlpha=true,AllBeta=true",
		"--watch-cache=false",
	}
}

// waitUntilReady polls the server until it is ready.
func (s *Server) waitUntilReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: s.TLS}}
	defer client.CloseIdleConnections()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/readyz", nil)
		if err != nil {
			return err
		}
		request.Header.Set("Authorization", "Bearer "+s.Token)
		if answer, err := client.Do(request); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		for _, p := range s.processes {
			if p.ended() {
				return fmt.Errorf("%s ended", p.name)
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the server is not ready: %w", ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// Stop stops both servers and removes their folder.
func (s *Server) Stop() {
	for i := len(s.processes) - 1; i >= 0; i-- {
		s.processes[i].stop()
	}
	os.RemoveAll(s.folder)
}

// lastWords returns the last output of the servers.
func (s *Server) lastWords() string {
	var b strings.Builder
	for _, p := range s.processes {
		log, _ := os.ReadFile(p.log)
		lines := bytes.Split(bytes.TrimSpace(log), []byte("\n"))
		for _, line := range lines[max(0, len(lines)-15):] {
			fmt.Fprintf(&b, "%s: %s\n", p.name, line)
		}
	}
	return b.String()
}

// A process is one of the two servers.
type process struct {
	name, log string
	cmd       *exec.Cmd
	done      chan struct{}
}

func (s *Server) start(path string, flags []string) error {
	name := filepath.Base(path)
	p := &process{name: name, log: filepath.Join(s.folder, name+".log"), done: make(chan struct{})}
	log, err := os.Create(p.log)
	if err != nil {
		return err
	}
	defer log.Close()
	p.cmd = exec.Command(path, flags...)
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = s.folder, log, log
	endWithParent(p.cmd)
	if err := p.cmd.Start(); err != nil {
		return err
	}
	s.processes = append(s.processes, p)
	go func() {
		p.cmd.Wait()
		close(p.done)
	}()
	return nil
}

func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// stop asks the process to end, and kills it if it does not.
func (p *process) stop() {
	p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(3 * time.Second):
		p.cmd.Process.Kill()
		<-p.done
	}
}

// freePorts returns free ports of loopback.
func freePorts(n int) ([]int, error) {
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}
