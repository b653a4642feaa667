// Search on a page that was opened from a disk: browsers start no workers there, so a hidden frame does the work.
if (location.protocol === "file:")
  window.Worker = window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.srcdoc = "<!doctype html><body></body>";
      this.ready = new Promise(resolve => {
        this.frame.onload = () => {
          const inside = this.frame.contentWindow, script = inside.document.createElement("script");
          inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", {data}));
          script.src = url;
          script.onload = () => resolve(inside);
          inside.document.body.append(script);
        };
      });
      document.body.append(this.frame);
    }
    postMessage(data) {
      this.ready.then(inside => inside.dispatchEvent(new inside.MessageEvent("message", {data})));
    }
    terminate() { this.frame.remove(); }
  };
