package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/saker-pq/saker/provider"
	"github.com/spf13/cobra"
)

const fips206Status = "FIPS 206 is not published; FN-DSA formats are experimental and will change"

type versionReport struct {
	Version  string   `json:"version"`
	Go       string   `json:"go"`
	Platform string   `json:"platform"`
	Backend  string   `json:"backend"`
	Backends []string `json:"backends"`
	Status   string   `json:"status"`
}

func newVersion() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show the version, the arithmetic in use and the state of the standard",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r := versionReport{
				Version:  moduleVersion(),
				Go:       runtime.Version(),
				Platform: runtime.GOOS + "/" + runtime.GOARCH,
				Backend:  provider.Backend(),
				Backends: provider.Backends(),
				Status:   fips206Status,
			}
			if asJSON {
				return printJSON(cmd, r)
			}
			return printRows(cmd.OutOrStdout(), []row{
				{"saker", r.Version},
				{"go", r.Go + " " + r.Platform},
				{"backend", fmt.Sprintf("%s (of %s; SAKER_BACKEND chooses)", r.Backend, strings.Join(r.Backends, ", "))},
				{"status", r.Status},
			})
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

// moduleVersion is the version the binary was built from: a release when it
// was installed with "go install ...@version", else the commit.
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return info.Main.Version
}
