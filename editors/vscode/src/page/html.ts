// The page of a graph as it is loaded: see graph.ts.

/** The page, which runs one script and loads nothing else. */
export function page(script: string, source: string, nonce: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src ${source} 'nonce-${nonce}';">
<style nonce="${nonce}">
  body { padding: 0 12px; }
  #title { font-weight: bold; margin: 8px 0 2px; }
  #chosen { min-height: 1.4em; opacity: 0.8; }
  svg { font-family: var(--vscode-editor-font-family, monospace); font-size: 12px; }
  rect { fill: var(--vscode-editorWidget-background, #fff); stroke: var(--vscode-editorWidget-border, #888); }
  text { fill: var(--vscode-editor-foreground, #222); white-space: pre; }
  text.title { font-weight: bold; cursor: pointer; }
  text.row { cursor: pointer; }
  text.row:hover, text:focus { text-decoration: underline; outline: none; }
  text.if { fill: var(--vscode-descriptionForeground, #666); font-style: italic; }
  .edge { fill: none; stroke: var(--vscode-editor-foreground, #222); opacity: 0.7; }
  .edge.back { stroke-dasharray: none; stroke: var(--vscode-charts-blue, #06c); }
  .edge.dead { stroke-dasharray: 3 3; opacity: 0.4; }
  .tip { fill: var(--vscode-editor-foreground, #222); }
  .block.header rect { stroke: var(--vscode-charts-blue, #06c); stroke-width: 2; }
  .block.dead { opacity: 0.5; }
  .block.dead rect { stroke-dasharray: 4 3; }
  .block.inloop rect { stroke: var(--vscode-charts-blue, #06c); }
  .block.dominator rect { stroke: var(--vscode-charts-green, #080); stroke-width: 2; }
  .block.postdominator rect { stroke: var(--vscode-charts-orange, #c60); stroke-width: 2; }
  .block.chosen rect { stroke-width: 3; }
  .block.at rect { fill: var(--vscode-editor-selectionBackground, #cdf); }
</style>
</head>
<body>
<div id="title"></div>
<div id="chosen" role="status"></div>
<div id="graph"></div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
