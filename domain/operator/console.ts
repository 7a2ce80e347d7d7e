import * as z from 'zod/mini'
import { nothing, operatorView, proposalView, reason } from '../console/contract.ts'
import { canManageOperators, canViewOperators } from '../console/roles.ts'
import { endpoint } from '../endpoint.ts'
import { id, plainText, text, timeMs } from '../fields.ts'
import { MIN_OPERATOR_PASSWORD, rolesIn } from './rules.ts'

/**
 * Who works at the console: two administrators decide about a third. The first ones are added on the server's machine, by
 * `npm run operator`.
 */

const operatorLine = z.object({
  ...operatorView.shape,
  isActive: z.boolean(),
  createdAtMs: timeMs,
  lastSignInMs: z.nullable(timeMs),
  /** Whether a code of their authenticator was ever taken. */
  hasSecondFactor: z.boolean(),
  /** Until when the code of the mail works by which they set up their sign-in; null where none is out. */
  setupUntilMs: z.nullable(timeMs),
  /** Whether they cannot sign in before they have set that up, also once the code of their mail works no more. */
  mustSetUp: z.boolean(),
  /** Open now, the newest first. */
  sessions: z.array(z.object({ id: z.string(), ip: z.string(), sinceMs: timeMs, untilMs: timeMs })),
})
export type OperatorLine = z.output<typeof operatorLine>

export const consoleOperators = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/operators',
  access: 'operator',
  roles: canViewOperators,
  summary:
    'Who works at the console: roles, last sign-in, second factor, open sessions, and what is proposed of them',
  output: z.object({ operators: z.array(operatorLine), pending: z.array(proposalView) }),
})

const roleList = z.string().check(
  z.maxLength(80),
  z.refine((list) => rolesIn(list) !== undefined, 'roles with commas between'),
)

const proposing = {
  area: 'console',
  method: 'POST',
  access: 'operator',
  roles: canManageOperators,
  rate: 'write',
  output: proposalView,
} as const

export const proposeOperator = endpoint({
  ...proposing,
  path: '/console/operators/add',
  summary:
    'Propose to add an operator, for another administrator to check; the new one is sent a code by mail',
  input: { email: text(120), name: plainText(60), operatorRoles: roleList, reason },
})

export const proposeRoles = endpoint({
  ...proposing,
  path: '/console/operators/roles',
  summary: 'Propose other roles of another operator',
  input: { id, operatorRoles: roleList, reason },
})

export const proposeSignOut = endpoint({
  ...proposing,
  path: '/console/operators/sessions',
  summary: 'Propose to end all sessions of another operator',
  input: { id, reason },
})

export const proposeDisabling = endpoint({
  ...proposing,
  path: '/console/operators/disable',
  summary: 'Propose to disable another operator: sessions end, and there are no new ones',
  input: { id, reason },
})

export const proposeSetup = endpoint({
  ...proposing,
  path: '/console/operators/setup',
  summary:
    'Propose that another operator sets up password and second factor anew, by a code that is mailed to them',
  input: { id, reason },
})

export const voidSetup = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/operators/void_setup',
  access: 'operator',
  roles: canManageOperators,
  rate: 'write',
  summary:
    'Make the code by which an operator is to set up their sign-in good for nothing, also where a page has read it',
  input: { id },
  output: nothing,
})

/** 24 random bytes. */
const setupKey = (name: string) => z.string().check(z.regex(/^[\w-]{32}$/, name))

export const readSetup = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/setup/read',
  access: 'public',
  rate: 'sign-in',
  summary:
    'Take the code of the mail, once: what the authenticator of whoever has it has to know, and the key to finish by within half an hour',
  input: { setup: setupKey('the code of the mail') },
  output: z.object({
    email: z.string(),
    name: z.string(),
    totpSecret: z.string(),
    /** The same as authenticator apps take it. */
    otpauthUrl: z.string(),
    /** By which this page goes on; the code of the mail works no more. */
    setup: z.string(),
  }),
})

export const finishSetup = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/setup/finish',
  access: 'public',
  rate: 'sign-in',
  summary:
    'Set the password of whoever has read the code of the mail; the other administrators are told by mail',
  input: {
    setup: setupKey('the key that was answered to the code of the mail'),
    password: z.string().check(z.minLength(MIN_OPERATOR_PASSWORD), z.maxLength(200)),
    code: z.string().check(z.regex(/^\d{6}$/, 'six digits')),
  },
  output: nothing,
})

export const operatorConsoleEndpoints = [
  consoleOperators,
  proposeOperator,
  proposeRoles,
  proposeSignOut,
  proposeDisabling,
  proposeSetup,
  voidSetup,
  readSetup,
  finishSetup,
]
