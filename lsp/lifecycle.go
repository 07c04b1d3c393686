package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// phase is how far the conversation has come.
type phase int32

const (
	fresh    phase = iota // before initialize
	running               // initialize has been answered
	shutDown              // shutdown has been answered: only exit is left
)

// refuses returns why a call cannot be answered in this phase; nil if it can.
func (s *server) refuses(method string) error {
	switch p := phase(s.phase.Load()); {
	case p == fresh && method != protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%q before initialize", method)
	case p == running && method == protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "initialize for the second time")
	case p == shutDown:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%q after shutdown", method)
	}
	return nil
}

// accepts reports whether a notification counts in this phase.
func (s *server) accepts(method string) bool {
	return phase(s.phase.Load()) == running || method == protocol.MethodExit
}

// initialize settles what client and server can do.
func (s *server) initialize(raw jsonrpc2.RawMessage) (work, error) {
	var params protocol.InitializeParams
	if err := decode(raw, &params); err != nil {
		if v := protocol.LSPAny(raw); v.Kind() != '{' || !v.IsValid() {
			return nil, err
		}
		// A client that states one thing in a way of its own can still be served.
		s.log.Printf("initialize: %v; going on with the least capabilities", err)
		params = protocol.InitializeParams{}
	}
	s.client = capabilitiesOf(&params.Capabilities)
	s.own.read(params.InitializationOptions, s.log.Printf)
	s.configuration.initialize(&params, &s.own)
	s.log.Printf("client %q, positions in %s", params.ClientInfo.Name, kindOf(s.client.encoding))
	if params.ProcessID != nil {
		s.watch(int(*params.ProcessID))
	}
	return func(context.Context) (any, error) {
		s.phase.Store(int32(running))
		s.traceAt(params.Trace)
		return &protocol.InitializeResult{
			Capabilities: s.client.serverCapabilities(&s.own),
			ServerInfo: protocol.ServerInfo{
				Name:    "luaflow",
				Version: protocol.NewOptional(s.options.Version),
			},
		}, nil
	}, nil
}

// shutdown stops what the server does of its own accord. A program that sends a whole
// conversation in one go still gets the diagnostics.
func (s *server) shutdown(jsonrpc2.RawMessage) (work, error) {
	return func(context.Context) (any, error) {
		s.phase.Store(int32(shutDown))
		s.stopWaiting()
		s.publisher.finish()
		return nil, nil
	}, nil
}

// exit ends the server, once the calls that came before it have been answered.
func (s *server) exit(jsonrpc2.RawMessage) error {
	s.drain()
	if phase(s.phase.Load()) == shutDown {
		s.end(nil)
	} else {
		s.end(ErrNoShutdown)
	}
	return nil
}

// stopWaiting ends the wait of calls for something to change: they are answered.
func (s *server) stopWaiting() { s.endsOnce.Do(func() { close(s.ending) }) }

// endOfInput ends what is under way when the client has said all that it will say. Without a
// shutdown before it, what is due is still said.
func (s *server) endOfInput() {
	s.stopWaiting()
	s.drain()
	if phase(s.phase.Load()) == running {
		s.publisher.finish()
	}
}
