import type { consoleEarn } from '#domain/earn/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'

export type Earn = OutputOf<typeof consoleEarn>
export type EarnProduct = Earn['products'][number]
