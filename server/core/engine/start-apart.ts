/**
 * Starts an engine that its product can do without, and what feeds it: where it cannot start, both are stopped again, its
 * calls are refused, and the product goes on.
 */
export async function startApart(
  engine: { start(): Promise<void>; stop(): Promise<void> },
  feeder: { start(): void; stop(): void },
  onError: (error: unknown) => void,
): Promise<void> {
  feeder.start()
  try {
    await engine.start()
  } catch (error) {
    onError(error)
    feeder.stop()
    await engine.stop()
  }
}
