import type { Role } from '#domain/console/roles.ts'
import { type Endpoint, toWire } from '#domain/endpoint.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { openTestApp, type TestApp } from './app.ts'
import { openTestConsole, type Person } from './console.ts'

/** Somebody at the console. */
export interface Agent {
  readonly person: Person
  ask(call: Endpoint, input?: Record<string, unknown>): ReturnType<TestApp['call']>
}

/** The customers' app and the console beside it, for the chats between them. */
export interface SupportFixture extends TestApp {
  readonly console: ReturnType<typeof openTestConsole>
  agent(...roles: Role[]): Promise<Agent>
}

export async function openSupportFixture(): Promise<SupportFixture> {
  const app = await openTestApp()
  const consoleApp = openTestConsole(app)
  return {
    ...app,
    console: consoleApp,
    async agent(...roles) {
      const person = await consoleApp.addOperator(...roles)
      let session = { token: Promise.resolve(''), untilMs: 0 }
      return {
        person,
        async ask(call, input = {}) {
          const nowMs = app.clock.nowMs()
          // Days pass here, and a console's session does not last a day.
          if (session.untilMs <= nowMs)
            session = { token: consoleApp.tokenOf(person), untilMs: nowMs + 60 * MINUTE_MS }
          const fields = toWire(call, input)
          const token = await session.token
          return call.method === 'GET'
            ? consoleApp.get(call.path, token, fields)
            : consoleApp.post(call.path, token, fields)
        },
      }
    },
    async close() {
      await consoleApp.close()
      await app.close()
    },
  }
}
