package protocol

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// A Server lets an engine speak the engine protocol.
type Server struct {
	// Name is the name of the engine.
	Name string
	// Ops are the operations of the engine, and Dialects its dialects, the preferred
	// one first.
	Ops      []corpus.Op
	Dialects []string
	// Answer carries out a request. Serve does not recover from panics of Answer. To report a
	// panic, return an Outcome whose error is a *Fault.
	Answer func(Request) corpus.Outcome
}

// Serve answers the lines of in until the driver sends stop or the input ends. It returns an
// error if a line is faulty, or if reading or writing fails. After an error, Serve answers no
// more lines.
func (s Server) Serve(in io.Reader, out io.Writer) error {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, MaxLine)
	session := session{server: s}
	for scanner.Scan() {
		answer, err := session.answer(scanner.Bytes())
		if err == errStop {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := out.Write(answer); err != nil {
			return err
		}
	}
	return scanner.Err()
}

// errStop is the error of a session that has received the command stop.
var errStop = errors.New("stop")

// A session is one conversation with a driver.
type session struct {
	server   Server
	started  bool
	requests requestReader
}

// answer returns the answer to a line.
func (s *session) answer(text []byte) ([]byte, error) {
	// Documents share the memory of the text they were parsed from.
	line, err := parseLine(append([]byte(nil), text...))
	if err != nil {
		return nil, fmt.Errorf("expected JSON: %w", err)
	}
	command, _ := line.Get(memberCommand)
	switch command.Text() {
	case commandStart:
		s.started = true
		return s.hello(), nil
	case commandStop:
		return nil, errStop
	case commandRun:
		if !s.started {
			return nil, fmt.Errorf("expected the command %s before %s", commandStart, commandRun)
		}
		return s.run(line)
	default:
		return nil, fmt.Errorf("unknown command %s; expected %s, %s or %s", orNothing(command), commandStart, commandRun, commandStop)
	}
}

// hello returns the line that describes the engine. It contains the version, which a driver
// of another version checks.
func (s *session) hello() []byte {
	line := fmt.Appendf(nil, `{"version":%d,"rules":%d`, Version, corpus.RulesVersion)
	line = appendMember(line, memberName, model.NewString(s.server.Name))
	line = appendTexts(line, memberOps, s.server.Ops)
	line = appendTexts(line, memberDialects, s.server.Dialects)
	return append(appendMember(line, memberRepeats, model.NewBool(true)), "}\n"...)
}

// run carries out a request. A request that cannot be read is skipped, because the
// driver may support more than this engine.
func (s *session) run(line model.Value) ([]byte, error) {
	number, _ := line.Get(memberSeq)
	seq, ok := number.Int64()
	if !ok {
		return nil, fmt.Errorf("seq: expected a number, got %s", orNothing(number))
	}
	request, err := s.requests.read(line)
	if err != nil {
		return replyLine(int(seq), corpus.Outcome{Skipped: err.Error()}), nil
	}
	return replyLine(int(seq), repeated(request.Repeat, func() corpus.Outcome { return s.server.Answer(request) })), nil
}

// ServerOf returns a server for a subject with all operations, in one dialect.
func ServerOf(subject corpus.Subject, dialect string) Server {
	return Server{
		Name:     subject.Name(),
		Ops:      corpus.Ops(),
		Dialects: []string{dialect},
		Answer:   func(r Request) corpus.Outcome { return subject.Run(r.Input) },
	}
}

// EngineServer returns a server for the engine of this module, with the dialects
// documented and kubernetes.
func EngineServer() Server {
	s := ServerOf(corpus.Engine(), corpus.Documented)
	s.Dialects = append(s.Dialects, corpus.Kubernetes)
	s.Answer = func(r Request) corpus.Outcome {
		if r.Dialect == corpus.Kubernetes {
			return corpus.EngineOf(corpus.Kubernetes).Run(r.Input)
		}
		return corpus.Engine().Run(r.Input)
	}
	return s
}
