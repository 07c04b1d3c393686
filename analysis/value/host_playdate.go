package value

// What functions of the Playdate do: SDK 2.x, from its manual "Inside Playdate".
//
// What says how far the crank was turned since it was asked last is no mere question.

var playdate = []row{
	{"playdate", always, table, "", "", None, 0},
	{"playdate: datastore display easingFunctions file geometry graphics", always, table, "", "", None, 0},
	{"playdate.geometry: point rect size vector2D", always, table, "", "", None, 0},
	{"json", always, table, "", "", None, 0},

	{"json: encode encodePretty", always, "a", "s", "k", depends, 0},
	{"table.create", always, "ii", "t", "-", depends, 0},
	{"table.getsize", always, "r", "nn", "r", None, 0},
	{"table.indexOfElement", always, "ra", "n?", "r -", depends, 0},
	{"table: deepcopy shallowcopy", always, "rU", "t", "k", depends, 0},

	{"playdate: getCurrentTimeMilliseconds getElapsedTime", always, "", "n", "-", None, 0},
	{"playdate.getSecondsSinceEpoch", always, "", "nx*", "-", None, 0},
	{"playdate: getGMTTime getTime", always, "", "t", "-", None, 0},
	{"playdate: getBatteryPercentage getBatteryVoltage getCrankPosition", always, "", "n", "-", None, 0},
	{"playdate.getSystemLanguage", always, "", "n", "-", None, 0},
	{"playdate.getPowerStatus", always, "", "t", "-", None, 0},
	{"playdate.getButtonState", always, "", "nnn", "-", None, 0},
	{"playdate: buttonIsPressed buttonJustPressed buttonJustReleased", always, "u", "b", "-", depends, 0},
	{"playdate: accelerometerIsRunning getFlipped getReduceFlashing isCrankDocked", always, "", "b", "-", None, 0},
	{"playdate: getCrankChange getCrankTicks", always, "", "x*", "-", acts, 0},

	{"playdate.display: getHeight getRefreshRate getScale getWidth", always, "", "n", "-", None, 0},
	{"playdate.display: getMosaic getOffset getSize", always, "", "nn", "-", None, 0},
	{"playdate.display.getInverted", always, "", "b", "-", None, 0},
	{"playdate.display.getRect", always, "", "x", "-", None, 0},

	{"playdate.easingFunctions: inCirc inCubic inExpo inOutCirc inOutCubic inOutExpo", always, "cccc", "n", "-", None, 0},
	{"playdate.easingFunctions: inOutQuad inOutQuart inOutQuint inOutSine inQuad inQuart", always, "cccc", "n", "-", None, 0},
	{"playdate.easingFunctions: inQuint inSine linear outCirc outCubic outExpo", always, "cccc", "n", "-", None, 0},
	{"playdate.easingFunctions: outQuad outQuart outQuint outSine", always, "cccc", "n", "-", None, 0},

	{"playdate.file: exists isdir", always, "s", "b", "-", None, 0},
	{"playdate.file: getSize modtime", always, "s", "x*", "-", None, 0},
	{"playdate.datastore.read", always, "S", "x", "-", depends, 0},

	{"playdate.geometry.point.new", always, "nn", "x", "-", None, 0},
	{"playdate.geometry.rect.new", always, "nnnn", "x", "-", None, 0},
	{"playdate.geometry.size.new", always, "nn", "x", "-", None, 0},
	{"playdate.geometry.vector2D.new", always, "nn", "x", "-", None, 0},
	{"playdate.geometry: distanceToPoint squaredDistanceToPoint", always, "nnnn", "n", "-", None, 0},

	{"playdate.graphics: getBackgroundColor getColor getImageDrawMode", always, "", "x", "-", None, 0},
	{"playdate.graphics: getFontTracking getLineWidth getStrokeLocation", always, "", "n", "-", None, 0},
	{"playdate.graphics.getDrawOffset", always, "", "nn", "-", None, 0},
	{"playdate.graphics: getClipRect getScreenClipRect", always, "", "x*", "-", None, 0},
	{"playdate.graphics: getDisplayImage getFont getWorkingImage", always, "U", "x", "-", None, 0},
	{"playdate.graphics.imageSizeAtPath", always, "s", "x*", "-", depends, 0},
	{"playdate.graphics.getTextSize", always, "su", "nn", "-", depends, 0},
}
