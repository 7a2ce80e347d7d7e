import type { SupportState } from '#domain/support/contract.ts'

/** Who is there: somebody by the hours, nobody, or the agent who has this chat although it is closed. */
export function presenceOf({
  isOpen,
  conversation,
}: Pick<SupportState, 'isOpen' | 'conversation'>): 'here' | 'away' | 'agent' {
  if (isOpen) return 'here'
  return conversation?.status === 'active' ? 'agent' : 'away'
}
