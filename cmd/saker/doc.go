// Command saker makes keys, signatures and certificates with FN-DSA and
// Falcon, and with the schemes of CIRCL beside them.
//
//	saker keygen --alg fn-dsa-512 --out key.pem --pub pub.pem
//	saker sign --key key.pem --in letter.txt --out letter.sig
//	saker verify --key pub.pem --sig letter.sig --in letter.txt
//	saker inspect key.pem
//	saker cert self-sign --key key.pem --cn "Example Root" --ca --out root.pem
//	saker demo
//
// Keys and certificates are read as PEM or DER without being told which.
// FIPS 206 is not published: everything named FN-DSA here is experimental and
// its bytes will change. The exit status is 0 when all went well, 1 when a
// verification or an operation failed and 2 when the command line is wrong.
//
// There is one file per command; errors.go, input.go, output.go, write.go,
// keys.go and report.go hold what they share.
package main
