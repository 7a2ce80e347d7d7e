import type * as z from 'zod/mini'
import type { proposalView as proposalShape } from '#domain/console/contract.ts'
import type { Endpoint, InputOf, OutputOf } from '#domain/endpoint.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { type ProposalAction, type Proposed, proposalView, propose } from './proposals.ts'

/**
 * A route by which an operator proposes something. `prepare` checks the input before anybody is asked to look
 * at it, and says what it is about and with which parameters the action is to be carried out.
 *
 * Refuses: what `prepare` refuses; PROPOSAL_EXISTS while another waits for the same subject.
 */
export const proposalRoute = <E extends Endpoint<z.ZodMiniObject, typeof proposalShape>>(
  endpoint: E,
  action: ProposalAction,
  prepare: (tx: Tx, input: InputOf<E>, maker: Operator) => Promise<Proposed> | Proposed,
): Route =>
  route<E>(endpoint, (input, { db, clock, operator }) =>
    db.transaction().execute(async (tx) => {
      const proposed = await prepare(tx, input, operator)
      const { reason } = input as { reason: string }
      const row = await propose(tx, action, { ...proposed, reason }, operator, clock.nowMs())
      return (await proposalView(tx, [action], row, operator)) as OutputOf<E>
    }),
  )
