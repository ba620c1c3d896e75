package twin

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strings"
)

// translator turns the syntax of one file into text. Nodes that have nothing to do with floats keep
// their text; the others are rewritten by special.
type translator struct {
	fset   *token.FileSet
	info   *types.Info
	pkg    *types.Package
	source []byte
	base   int // position of the first byte of source
	errs   []error
}

func (t *translator) errorf(n ast.Node, format string, args ...any) string {
	t.errs = append(t.errs, fmt.Errorf("twin: %s: %s", t.fset.Position(n.Pos()), fmt.Sprintf(format, args...)))
	return ""
}

// render returns the translation of n: its source text with the translations of its children put
// in.
func (t *translator) render(n ast.Node) string {
	if text, ok := t.special(n); ok {
		return text
	}
	var b strings.Builder
	at := n.Pos()
	declaration, _ := n.(*ast.FuncDecl)
	copyTo := func(p token.Pos) { b.Write(t.source[int(at)-t.base : int(p)-t.base]) }
	ast.Inspect(n, func(child ast.Node) bool {
		if child == nil || child == n {
			return child == n
		}
		if declaration != nil && child == declaration.Type {
			return true // it begins before the name: take its parts instead
		}
		copyTo(child.Pos())
		b.WriteString(t.render(child))
		at = child.End()
		return false
	})
	copyTo(n.End())
	return b.String()
}

var arithmetic = map[token.Token]string{
	token.ADD: "fpr.Add", token.SUB: "fpr.Sub", token.MUL: "fpr.Mul", token.QUO: "fpr.Div",
	token.ADD_ASSIGN: "fpr.Add", token.SUB_ASSIGN: "fpr.Sub",
}

// special returns the translation of a node that is not a mere container, and whether n is one.
func (t *translator) special(n ast.Node) (string, bool) {
	if e, ok := n.(ast.Expr); ok {
		if tv := t.info.Types[e]; tv.Value != nil && isFloat(tv.Type) {
			return t.literal(e, tv.Value), true
		}
	}
	switch n := n.(type) {
	case *ast.Ident:
		return t.identifier(n), true
	case *ast.SelectorExpr:
		if text, ok := t.selector(n); ok {
			return text, true
		}
	case *ast.ParenExpr:
		if t.isFloat(n) {
			return t.render(n.X), true // operators become calls
		}
	case *ast.BinaryExpr:
		if !t.isFloat(n.X) && !t.isFloat(n.Y) {
			return "", false
		}
		if n.Op == token.MUL {
			return t.errorf(n, "product outside float64()"), true
		}
		return t.operation(n, n.Op, n.X, n.Y), true
	case *ast.UnaryExpr:
		if n.Op == token.SUB && t.isFloat(n) {
			return "fpr.Neg(" + t.render(n.X) + ")", true
		}
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN && n.Tok != token.DEFINE && t.isFloat(n.Lhs[0]) {
			return t.render(n.Lhs[0]) + " = " + t.operation(n, n.Tok, n.Lhs[0], n.Rhs[0]), true
		}
	case *ast.CallExpr:
		return t.call(n)
	}
	return "", false
}

// operation translates x op y on floats. Products come here from float64() alone.
func (t *translator) operation(n ast.Node, op token.Token, x, y ast.Expr) string {
	name, ok := arithmetic[op]
	if !ok {
		return t.errorf(n, "no emulated form of %s", op)
	}
	if value := t.info.Types[y].Value; op == token.MUL && value != nil {
		f, _ := constant.Float64Val(value)
		if fraction, exponent := math.Frexp(f); fraction == 0.5 {
			return fmt.Sprintf("fpr.Scale(%s, %d)", t.render(x), exponent-1)
		}
	}
	return name + "(" + t.render(x) + ", " + t.render(y) + ")"
}

// call translates conversions and the functions with an emulated form; other calls only have their
// parts translated.
func (t *translator) call(n *ast.CallExpr) (string, bool) {
	if t.info.Types[n.Fun].IsType() && len(n.Args) == 1 {
		to, arg := t.info.Types[n.Fun].Type, n.Args[0]
		switch {
		case isFloat(to) && t.isFloat(arg):
			if product, ok := ast.Unparen(arg).(*ast.BinaryExpr); ok && product.Op == token.MUL {
				return t.operation(product, token.MUL, product.X, product.Y), true
			}
			return t.render(arg), true
		case isFloat(to):
			return "fpr.FromInt64(int64(" + t.render(arg) + "))", true
		case t.isFloat(arg) && types.Identical(to, types.Typ[types.Int64]):
			return "fpr.Trunc(" + t.render(arg) + ")", true
		case t.isFloat(arg):
			return t.errorf(n, "no emulated form of the conversion to %s", to), true
		}
		return "", false
	}
	if selector, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) == 1 {
		switch f := t.info.Uses[selector.Sel]; {
		case f == nil || f.Pkg() == nil:
		case f.Pkg().Path() == "math" && f.Name() == "Sqrt":
			return "fpr.Sqrt(" + t.render(n.Args[0]) + ")", true
		case f.Pkg().Path() == "math" && f.Name() == "Float64bits":
			return "uint64(" + t.render(n.Args[0]) + ")", true
		case f.Pkg().Path() == fprPath && f.Name() == "FloorFloat64":
			return "fpr.Floor(" + t.render(n.Args[0]) + ")", true
		}
	}
	return "", false
}

// selector translates package.Name; for x.field it translates x alone.
func (t *translator) selector(n *ast.SelectorExpr) (string, bool) {
	x, ok := n.X.(*ast.Ident)
	if !ok {
		return t.render(n.X) + "." + n.Sel.Name, true
	}
	if _, ok := t.info.Uses[x].(*types.PkgName); !ok {
		return t.render(x) + "." + n.Sel.Name, true
	}
	object := t.info.Uses[n.Sel]
	switch path := object.Pkg().Path(); {
	case path == "math":
		return t.errorf(n, "no emulated form of math.%s", object.Name()), true
	case strings.HasPrefix(path, module) && mentionsFloat(object):
		return x.Name + "." + emulatedName(object.Name()), true
	}
	return x.Name + "." + n.Sel.Name, true
}

// identifier translates a name.
func (t *translator) identifier(n *ast.Ident) string {
	object := t.info.Uses[n]
	if object == nil {
		object = t.info.Defs[n]
	}
	if object == nil {
		return n.Name
	}
	if object == types.Universe.Lookup("float64") {
		return "fpr.Float"
	}
	if object.Parent() != t.pkg.Scope() {
		return n.Name // a local name, a field or method, a package
	}
	declared := t.fset.Position(object.Pos()).Filename
	if strings.HasSuffix(declared, nativeSuffix) || mentionsFloat(object) {
		return emulatedName(object.Name())
	}
	return n.Name
}

// literal writes a constant as the bit pattern of its rounded value.
func (t *translator) literal(n ast.Node, value constant.Value) string {
	f, _ := constant.Float64Val(constant.ToFloat(value))
	bits := math.Float64bits(f)
	if bits == 0 {
		return "fpr.Float(0)"
	}
	if exponent := bits >> 52 & 0x7ff; exponent == 0 || exponent == 0x7ff {
		return t.errorf(n, "constant %v is outside the normal range", value)
	}
	return fmt.Sprintf("fpr.Float(%#016x)", bits)
}

// emulatedName is the name in the emulated form of a package-level name of the native one.
func emulatedName(name string) string {
	if kernel, ok := strings.CutSuffix(name, "Generic"); ok {
		return strings.ToUpper(kernel[:1]) + kernel[1:] + "Emulated"
	}
	return strings.TrimSuffix(name, "Native") + "Emulated"
}

func (t *translator) isFloat(e ast.Expr) bool { return isFloat(t.info.Types[e].Type) }

func isFloat(typ types.Type) bool {
	return typ != nil && (types.Identical(typ, types.Typ[types.Float64]) || types.Identical(typ, types.Typ[types.UntypedFloat]))
}

// mentionsFloat says whether a function takes or returns float64 or slices, arrays or pointers of
// it.
func mentionsFloat(object types.Object) bool {
	f, ok := object.(*types.Func)
	if !ok {
		return false
	}
	signature := f.Signature()
	for _, tuple := range []*types.Tuple{signature.Params(), signature.Results()} {
		for v := range tuple.Variables() {
			if isFloat(element(v.Type())) {
				return true
			}
		}
	}
	return false
}

func element(typ types.Type) types.Type {
	switch typ := typ.Underlying().(type) {
	case *types.Slice:
		return element(typ.Elem())
	case *types.Array:
		return element(typ.Elem())
	case *types.Pointer:
		return element(typ.Elem())
	}
	return typ
}
