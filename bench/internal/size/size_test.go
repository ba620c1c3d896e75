package size

import "testing"

func TestMeasure(t *testing.T) {
	if testing.Short() {
		t.Skip("builds three programs")
	}
	list, err := Measure()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 3 || list[0].Does != "read" || list[0].Bytes <= 0 || list[1].Bytes <= list[0].Bytes || list[2].Bytes <= list[1].Bytes {
		t.Errorf("%+v: expected reading to be smaller than verifying, and that than signing", list)
	}
}
