package value

// What functions of LÖVE do: 11.5, from its wiki and the errors of its wrappers.
//
// Pure is what asks for a state and what computes. What may be handed a name of nothing,
// or an object that is gone, depends; so does what raises an error before there is a window.

var love = []row{
	{"love", always, table, "", "", None, 0},
	{"love: audio data event filesystem font graphics image joystick keyboard math mouse", always, table, "", "", None, 0},
	{"love: physics sound system thread timer touch video window", always, table, "", "", None, 0},

	{"love.getVersion", always, "", "nnx*", "-", None, 0},
	{"love.hasDeprecationOutput", always, "", "b", "-", None, 0},

	{"love.audio: getActiveSourceCount getDopplerScale getVolume", always, "", "n", "-", None, 0},
	{"love.audio: getMaxSceneEffects getMaxSourceEffects", always, "", "n", "-", None, 0},
	{"love.audio: getPosition getVelocity", always, "", "nnn", "-", None, 0},
	{"love.audio.getOrientation", always, "", "nnx*", "-", None, 0},
	{"love.audio.getDistanceModel", always, "", "s", "-", None, 0},
	{"love.audio.isEffectsSupported", always, "", "b", "-", None, 0},
	{"love.audio.getRecordingDevices", always, "", "t", "-", None, 0},

	{"love.data: compress decode decompress encode hash pack", always, "", "x*", "k", depends, 0},
	{"love.data.getPackedSize", always, "s", "n", "-", depends, 0},
	{"love.data.unpack", always, "", "x*", "k", depends, 0},

	{"love.filesystem: getAppdataDirectory getIdentity getSaveDirectory getSource", always, "", "s", "-", None, 0},
	{"love.filesystem: getCRequirePath getRequirePath getSourceBaseDirectory", always, "", "s", "-", None, 0},
	{"love.filesystem: getUserDirectory getWorkingDirectory", always, "", "s", "-", None, 0},
	{"love.filesystem: areSymlinksEnabled isFused", always, "", "b", "-", None, 0},
	{"love.filesystem.getDirectoryItems", always, "sU", "t", "- k", None, 0},
	{"love.filesystem.getInfo", always, "sUU", "t?", "- k", None, 0},
	{"love.filesystem.getRealDirectory", always, "s", "x*", "-", None, 0},
	{"love.filesystem.read", always, "sUU", "x*", "-", None, 0},

	{"love.graphics: getDPIScale getHeight getPixelHeight getPixelWidth getWidth", always, "", "n", "-", None, 0},
	{"love.graphics: getLineWidth getPointSize getStackDepth", always, "", "n", "-", None, 0},
	{"love.graphics: getDimensions getPixelDimensions", always, "", "nn", "-", None, 0},
	{"love.graphics: getBackgroundColor getColor", always, "", "nnx*", "-", None, 0},
	{"love.graphics: getBlendMode getDefaultFilter getDefaultMipmapFilter", always, "", "x*", "-", None, 0},
	{"love.graphics: getCanvas getColorMask getDepthMode getScissor getShader", always, "", "x*", "-", None, 0},
	{"love.graphics.getFont", always, "", "x", "-", depends, 0},
	{"love.graphics.getStencilTest", always, "", "x*", "-", None, 0},
	{"love.graphics: getFrontFaceWinding getLineJoin getLineStyle getMeshCullMode", always, "", "s", "-", None, 0},
	{"love.graphics.getRendererInfo", always, "", "ssx*", "-", depends, 0},
	{"love.graphics: getCanvasFormats getImageFormats getStats getSupported", always, "U", "t", "k", depends, 0},
	{"love.graphics: getSystemLimits getTextureTypes", always, "U", "t", "k", depends, 0},
	{"love.graphics: isActive isGammaCorrect isWireframe", always, "", "b", "-", None, 0},
	{"love.graphics: inverseTransformPoint transformPoint", always, "nn", "nn", "-", None, 0},
	{"love.graphics.newQuad", always, "nnnnu", "o", "-", depends, 0},
	{"love.graphics: setBackgroundColor setColor", always, "", "", "r -", acts, 0},
	{"love.graphics.line", always, "", "", "r -", acts, 0},

	{"love.joystick.getJoystickCount", always, "", "n", "-", None, 0},
	{"love.joystick.getJoysticks", always, "", "t", "-", None, 0},

	{"love.keyboard: hasKeyRepeat hasScreenKeyboard hasTextInput", always, "", "b", "-", None, 0},
	{"love.keyboard: isDown isScancodeDown", always, "u", "b", "r -", depends, 0},
	{"love.keyboard: getKeyFromScancode getScancodeFromKey", always, "s", "s", "-", depends, 0},

	{"love.math.getRandomSeed", always, "", "nn", "-", None, 0},
	{"love.math.getRandomState", always, "", "s", "-", None, 0},
	{"love.math: gammaToLinear linearToGamma", always, "cCCC", "nx*", "-", None, 0},
	{"love.math.isConvex", always, "u", "b", "r -", depends, 0},
	{"love.math.newBezierCurve", always, "u", "o", "r -", depends, 0},
	{"love.math: newRandomGenerator newTransform", always, "U*", "o", "-", None, 0},
	{"love.math.noise", always, "cCCC", "n", "-", None, 0},
	{"love.math: random randomNormal", always, "", "n", "-", acts, 0},
	{"love.math.triangulate", always, "u", "t", "r -", depends, 0},

	{"love.mouse: getX getY", always, "", "n", "-", None, 0},
	{"love.mouse.getPosition", always, "", "nn", "-", None, 0},
	{"love.mouse: getRelativeMode isCursorSupported isGrabbed isVisible", always, "", "b", "-", None, 0},
	{"love.mouse.getCursor", always, "", "x*", "-", None, 0},
	{"love.mouse.isDown", always, "ii*", "b", "r -", None, 0},

	{"love.physics.getMeter", always, "", "n", "-", None, 0},

	{"love.system.getOS", always, "", "s", "-", None, 0},
	{"love.system.getClipboardText", always, "", "s", "-", depends, 0},
	{"love.system.getProcessorCount", always, "", "n", "-", None, 0},
	{"love.system.getPowerInfo", always, "", "sn?n?", "-", None, 0},
	{"love.system.hasBackgroundMusic", always, "", "b", "-", None, 0},

	{"love.thread.newChannel", always, "", "o", "-", None, 0},

	{"love.timer: getAverageDelta getDelta getFPS getTime", always, "", "n", "-", None, 0},
	{"love.timer.step", always, "", "x*", "-", acts, 0},
	{"love.timer.sleep", always, "", "", "-", acts, 0},

	{"love.touch.getTouches", always, "", "t", "-", None, 0},
	{"love.touch.getPosition", always, "u", "nn", "-", depends, 0},
	{"love.touch.getPressure", always, "u", "n", "-", depends, 0},

	{"love.window.getDPIScale", always, "", "n", "-", None, 0},
	{"love.window.getDisplayName", always, "I", "s", "-", depends, 0},
	{"love.window.getFullscreen", always, "", "bs", "-", None, 0},
	{"love.window.getFullscreenModes", always, "U", "t", "-", None, 0},
	{"love.window.getIcon", always, "", "x*", "-", None, 0},
	{"love.window.getMode", always, "UUU", "nnt", "k", None, 0},
	{"love.window.getPosition", always, "", "nnn", "-", None, 0},
	{"love.window.getTitle", always, "", "s", "-", None, 0},
	{"love.window: hasFocus hasMouseFocus isDisplaySleepEnabled isMaximized", always, "", "b", "-", None, 0},
	{"love.window: isMinimized isOpen isVisible", always, "", "b", "-", None, 0},
	{"love.window: fromPixels toPixels", always, "nN", "nx*", "-", None, 0},
}
