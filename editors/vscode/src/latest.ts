// A question that is asked again and again while the last answer is on its way: one at a
// time, and of those that wait only the latest.

export class Latest {
  private busy = false;
  private next: (() => Promise<void>) | undefined;

  /** Does the task now, or when the present one is done if none comes after it. */
  do(task: () => Promise<void>): void {
    this.next = task;
    if (!this.busy) {
      void this.run();
    }
  }

  private async run(): Promise<void> {
    this.busy = true;
    for (let task = this.next; task !== undefined; task = this.next) {
      this.next = undefined;
      await task().catch(() => {}); // who asks tells people what they need to know
    }
    this.busy = false;
  }
}
