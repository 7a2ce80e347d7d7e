import { Refusal, refusal } from '#domain/errors.ts'

/** An engine that another process has: how this one reaches it, and how that one is reached. All they say is plain data. */

/** The way to an engine that another process has. */
export interface EngineLink {
  /**
   * Asks the engine.
   *
   * Refuses: what it refuses; SERVICE_UNAVAILABLE while no process has it, and when the connection is lost before the answer:
   * what came of it, an idempotency key tells. OUTCOME_UNKNOWN when no answer comes in time.
   */
  ask(message: object): Promise<unknown>
  /** Calls the listener with all that the engine tells while it is reached; there is one. */
  onTold(listener: (told: unknown) => void): void
  /** Calls the listener when the engine is no longer reached: what it told since is not known. There is one. */
  onLost(listener: () => void): void
  isUp(): boolean
  close(): Promise<void>
}

/** Who is told what an engine tells. */
export interface EngineFollower {
  emit(told: unknown): void
  /** Whether so much waits to be sent that what the next message replaces is to be left out. */
  isBehind(): boolean
}

/** An engine as processes meet it that do not have it. */
export interface EngineHost {
  /** Comes with the answer to what was asked. Refuses: (by throwing) as the engine does. */
  answer(message: unknown): Promise<unknown>
  /** Tells how everything stands, and what changes from then on; returns how to stop. */
  follow(follower: EngineFollower): () => void
}

/** Comes with an answer that may not come in time. Refuses: SERVICE_UNAVAILABLE rather than OUTCOME_UNKNOWN where a key tells. */
export async function answerByKey<T>(answer: Promise<T>, hasKey: boolean): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.code === 'OUTCOME_UNKNOWN'
    throw isUnknown && hasKey ? refusal('SERVICE_UNAVAILABLE', {}, error) : error
  }
}
