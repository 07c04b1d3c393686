"use strict";(()=>{document.querySelector('meta[name="luaflow-engine"]')?.getAttribute("content")==="worker"&&(globalThis.luaflowWorker=new Worker("worker.js"));})();
