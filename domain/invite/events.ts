import type { EventRules } from '../statement/event-rules.ts'

export const inviteEvents = {
  /** One commission: of one day, one friend and one coin. */
  'invite-commission': { reasons: ['invite-commission'], params: [] },
} as const satisfies Record<string, EventRules>
