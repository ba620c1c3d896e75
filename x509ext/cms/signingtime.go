package cms

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// signingTime returns the time that the signer claims, zero if none.
func signingTime(attributes []Attribute) (time.Time, error) {
	value, err := onlyValue(attributes, oidSigningTime)
	if errors.Is(err, errNoAttribute) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("signing-time attribute: %w", err)
	}
	var t time.Time
	ok, length := false, 0
	isUTC := value.PeekASN1Tag(asn1.UTCTime)
	whole := value
	if isUTC {
		ok, length = value.ReadASN1UTCTime(&t), len("yymmddhhmmssZ")
	} else {
		ok, length = value.ReadASN1GeneralizedTime(&t), len("yyyymmddhhmmssZ")
	}
	// Seconds present, in UTC, and each year in one form only (RFC 5652, section 11.3).
	if !ok || !value.Empty() || len(whole) != length+2 || whole[len(whole)-1] != 'Z' || isUTC != isUTCYear(t) {
		return time.Time{}, fmt.Errorf("signing-time attribute: malformed time (%x)", []byte(whole))
	}
	return t, nil
}

func isUTCYear(t time.Time) bool { return t.Year() >= 1950 && t.Year() < 2050 }

// addTime writes a Time (RFC 5652, section 11.3) of the years 0 to 9999.
func addTime(b *cryptobyte.Builder, t time.Time) {
	if t = t.UTC(); isUTCYear(t) {
		b.AddASN1UTCTime(t)
	} else {
		b.AddASN1GeneralizedTime(t)
	}
}
