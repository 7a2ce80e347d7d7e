import { canManageOperators, canViewOperators, type Role } from '#domain/console/roles.ts'
import { assert, refusal } from '#domain/errors.ts'
import * as calls from '#domain/operator/console.ts'
import { rolesIn } from '#domain/operator/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { readContact } from '#domain/user/contact.ts'
import { line } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, pendingViews, reference } from '#server/console/proposals.ts'
import { activeAdmins, lockAdmins, type OperatorService } from '#server/console/sign-in.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { queueMessage } from '#server/platform/outbox.ts'
import { totpUri } from '#server/users/totp.ts'
import { listOperators } from './store.ts'

/** What two administrators decide about who works at the console: never about themselves. */

const subjects = subjectsOf('operator')
/** Somebody who is no operator yet. */
const subjectOfNew = (email: string) => `operator-new:${email}`

type Change = 'add' | 'roles' | 'sessions' | 'disable' | 'setup'
type OperatorProposals = { readonly [Name in Change]: ProposalAction }
/** Everybody who decides here is one of these. */
const shared = { roles: canManageOperators, viewers: canViewOperators }

const NONE = '-'
const shown = (roles: readonly string[]) => roles.join(', ') || NONE
const rolesOf = (text: string | undefined): readonly Role[] => {
  const roles = rolesIn(text ?? '')
  assert(roles, `${text} are roles, as the call that proposed them has seen`)
  return roles
}

async function operatorById(db: Db | Tx, id: bigint) {
  const row = await db
    .selectFrom('operator')
    .select(['id', 'email', 'name', 'roles', 'is_active'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

const hasOperator = async (db: Db | Tx, email: string): Promise<boolean> =>
  (await db.selectFrom('operator').select('id').where('email', '=', email).executeTakeFirst()) !== undefined

/**
 * Whoever a proposal is about, once nobody else can change who administers operators.
 *
 * Refuses: NOT_FOUND; OPERATOR_IS_YOU where it is one of the two; OPERATOR_ROLE_REQUIRED where one of them is no administrator any more.
 */
async function decidedBy(tx: Tx, { subject, maker, checker }: Parameters<ProposalAction['apply']>[1]) {
  await requireAdmins(tx, [maker, checker])
  const operator = await operatorById(tx, subjects.idOf(subject))
  if (operator.id === maker || operator.id === checker) throw refusal('OPERATOR_IS_YOU')
  return operator
}

/** Refuses: OPERATOR_ROLE_REQUIRED where one of these is no administrator, as of now and until the transaction ends. */
async function requireAdmins(tx: Tx, people: readonly bigint[]): Promise<void> {
  await lockAdmins(tx)
  const admins = await activeAdmins(tx)
  if (!people.every((person) => admins.includes(person))) throw refusal('OPERATOR_ROLE_REQUIRED')
}

/** For the log, beside the lines of the proposal itself. */
const by = ({ id }: { id: bigint }) => reference({ id })

/** Lets an operator set up their sign-in, by a code that only their mailbox gets. */
async function mailSetup(
  tx: Tx,
  operators: OperatorService,
  { id, email, name }: { id: bigint; email: string; name: string },
  nowMs: number,
): Promise<void> {
  const { code, untilMs } = await operators.beginSetup(tx, id)
  const text = [
    `Hello ${name},`,
    `You work at the console of Plumb. Open the console as you were told to, choose “Set up your sign-in”, and enter this code:`,
    code,
    `It works once, until ${utcMinute(untilMs)} UTC: have your authenticator app at hand, and finish within half an hour. You choose your password there; nobody else knows it, and nobody will ask you for it or for this code.`,
    `If you do not expect this, or the code is said to be used and it was not you, tell an administrator at once.`,
  ].join('\n\n')
  const mail = { to: email, subject: 'Set up your sign-in', text }
  await queueMessage(tx, { kind: 'mail', mail, untilMs }, nowMs)
}

/** The five kinds of proposal. */
export const operatorProposals = (operators: OperatorService): OperatorProposals => {
  /** What a proposal about an operator who is there says: its title, and what it does. */
  const about = (
    title: string,
    effect: string,
    lines: (params: Readonly<Record<string, string>>) => ReturnType<typeof line>[] = () => [],
  ): Pick<ProposalAction, 'roles' | 'viewers' | 'describe' | 'isAbout'> => ({
    ...shared,
    isAbout: ({ subject }, operator) => subject === subjects.of(operator),
    async describe(db, { subject, params }) {
      const { name, email } = await operatorById(db, subjects.idOf(subject))
      return {
        title: `${title}: ${name}`,
        lines: [line('Operator', `${name}, ${email}`), ...lines(params), line('Effect', effect)],
      }
    },
  })

  const add: ProposalAction = {
    kind: 'operator-add',
    ...shared,
    async describe(_, { params }) {
      return {
        title: `Add an operator: ${params.name}`,
        lines: [
          line('Name', params.name!),
          line('Email', params.email!),
          line('Roles', shown(rolesOf(params.roles))),
          line(
            'Effect',
            'They are mailed a code to set up password and second factor; it works for 24 hours',
          ),
        ],
      }
    },
    async apply(tx, { id, params, maker, checker }, nowMs) {
      await requireAdmins(tx, [maker, checker])
      const { email, name } = { email: params.email!, name: params.name! }
      if (await hasOperator(tx, email)) throw refusal('OPERATOR_EXISTS')
      const roles = rolesOf(params.roles)
      // What it answers is shown to nobody: they choose a password by the code.
      const created = await operators.create(tx, { email, name, roles, addedBy: by({ id }) })
      await mailSetup(tx, operators, { id: created.id, email, name }, nowMs)
    },
  }

  const roles: ProposalAction = {
    kind: 'operator-roles',
    ...about('Change the roles', 'Immediately, in open sessions too', ({ roles, before }) => [
      line('Roles', shown(rolesOf(roles)), shown((before ?? '').split(','))),
    ]),
    async apply(tx, proposal) {
      const { id, roles: before } = await decidedBy(tx, proposal)
      // What the checker saw was compared with roles that may be others by now.
      if (before.join(',') !== proposal.params.before) throw refusal('PROPOSAL_OUTDATED')
      await operators.setRoles(tx, id, rolesOf(proposal.params.roles), by(proposal))
    },
  }

  const sessions: ProposalAction = {
    kind: 'operator-sessions',
    ...about('End all sessions', 'They are signed out everywhere, and can sign in again'),
    async apply(tx, proposal) {
      const { id } = await decidedBy(tx, proposal)
      await operators.endSessions(tx, id, by(proposal))
    },
  }

  const disable: ProposalAction = {
    kind: 'operator-disable',
    ...about(
      'Disable',
      'They are signed out everywhere and cannot sign in; what they proposed can only be sent back',
    ),
    async apply(tx, proposal) {
      const { id, is_active } = await decidedBy(tx, proposal)
      if (!is_active) throw refusal('OPERATOR_DISABLED')
      await operators.disable(tx, id, by(proposal))
    },
  }

  const setup: ProposalAction = {
    kind: 'operator-setup',
    ...about(
      'New sign-in',
      'They are signed out everywhere; password and second factor no longer work; they are mailed a code to set up new ones, also where they were disabled',
    ),
    async apply(tx, proposal, nowMs) {
      const operator = await decidedBy(tx, proposal)
      await operators.resetCredentials(tx, operator.id, by(proposal))
      await mailSetup(tx, operators, operator, nowMs)
    },
  }
  return { add, roles, sessions, disable, setup }
}

/** The routes for the calls of `domain/operator/console.ts`. */
export function operatorRoutes(operators: OperatorService, proposals: OperatorProposals): Route[] {
  /**
   * Whom something can be proposed of. Refuses: NOT_FOUND, OPERATOR_IS_YOU, OPERATOR_DISABLED unless they may be;
   * OPERATOR_THIRD_NEEDED where nobody could approve it.
   */
  async function another(tx: Tx, id: bigint, maker: { id: bigint }, mayBeDisabled = false) {
    if (id === maker.id) throw refusal('OPERATOR_IS_YOU')
    const operator = await operatorById(tx, id)
    if (!operator.is_active && !mayBeDisabled) throw refusal('OPERATOR_DISABLED')
    const admins = await activeAdmins(tx)
    if (!admins.some((admin) => admin !== id && admin !== maker.id)) throw refusal('OPERATOR_THIRD_NEEDED')
    return operator
  }
  return [
    route(calls.consoleOperators, async (_, { db, clock, operator }) => ({
      operators: await listOperators(db, clock.nowMs()),
      pending: await pendingViews(db, Object.values(proposals), operator),
    })),
    proposalRoute(calls.proposeOperator, proposals.add, async (tx, { email, name, operatorRoles }) => {
      const contact = readContact(email, { kind: 'email' })
      if (!contact) throw refusal('CONTACT_INVALID', { field: 'email' })
      if (await hasOperator(tx, contact.value)) throw refusal('OPERATOR_EXISTS')
      const roles = rolesOf(operatorRoles).join(',')
      return { subject: subjectOfNew(contact.value), params: { email: contact.value, name, roles } }
    }),
    proposalRoute(calls.proposeRoles, proposals.roles, async (tx, { id, operatorRoles }, maker) => {
      const { roles: before } = await another(tx, id, maker)
      const roles = rolesOf(operatorRoles).join(',')
      if (rolesIn(before.join(','))?.join(',') === roles) throw refusal('OPERATOR_ROLES_SAME')
      return { subject: subjects.of(id), params: { roles, before: before.join(',') } }
    }),
    proposalRoute(calls.proposeSignOut, proposals.sessions, async (tx, { id }, maker) => {
      await another(tx, id, maker)
      return { subject: subjects.of(id), params: {} }
    }),
    proposalRoute(calls.proposeDisabling, proposals.disable, async (tx, { id }, maker) => {
      await another(tx, id, maker)
      return { subject: subjects.of(id), params: {} }
    }),
    proposalRoute(calls.proposeSetup, proposals.setup, async (tx, { id }, maker) => {
      await another(tx, id, maker, true)
      return { subject: subjects.of(id), params: {} }
    }),
    route(calls.voidSetup, async ({ id }, { db, operator }) => {
      await db.transaction().execute(async (tx) => {
        await operatorById(tx, id)
        await operators.voidSetup(tx, id, operator)
      })
      return {}
    }),
    route(calls.readSetup, async (given, { ip }) => {
      const { email, name, totpSecret, setup } = await operators.readSetup(given.setup, ip)
      const otpauthUrl = totpUri(email, totpSecret)
      return { email, name, totpSecret, otpauthUrl, setup }
    }),
    route(calls.finishSetup, async (given, { ip }) => {
      await operators.finishSetup(given, ip)
      return {}
    }),
  ]
}
