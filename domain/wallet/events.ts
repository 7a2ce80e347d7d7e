import type { EventRules } from '../statement/event-rules.ts'

export const walletEvents = {
  'account-transfer': { reasons: ['account-transfer'], params: [] },
  'demo-grant': { reasons: ['demo-grant'], params: [] },
} as const satisfies Record<string, EventRules>
