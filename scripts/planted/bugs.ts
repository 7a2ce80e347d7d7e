/** A bug that the tests must catch. */
export interface PlantedBug {
  /** What is wrong with it, as its name on the command line. */
  readonly name: string
  readonly file: string
  /** A text that the file has exactly once, and what stands there instead. */
  readonly find: string
  readonly replace: string
  /** The test files of which one must fail. */
  readonly tests: readonly string[]
  /** Where only a real PostgreSQL shows it: the embedded database has one connection, so nothing races. */
  readonly database?: 'postgres'
}

/**
 * Bugs that cost money or trust, each in one place. A change to the sources that removes a text below moves
 * its bug to where the same is now decided, or says in the commit why it cannot be made any more.
 */
export const bugs: readonly PlantedBug[] = [
  // What no test caught in version 0.8.
  {
    name: 'private-channels-open-by-name',
    file: 'server/platform/realtime.ts',
    find: `if (!found || socket.rooms.has(name)) continue
        if (socket.rooms.size >= MAX_CHANNELS) return
        if (!limits.spend(socket.conn)) return
        void socket.join(name)`,
    replace: `if (socket.rooms.has(name)) continue
        void socket.join(name)
        if (!found) continue`,
    tests: ['server/realtime.test.ts', 'server/own-sockets.pglite.test.ts'],
  },
  {
    name: 'sockets-survive-a-revoked-session',
    file: 'server/platform/realtime.ts',
    find: 'if (socket.connected) socket.disconnect(true)',
    replace: 'if (socket.connected) continue',
    tests: ['server/own-sockets.pglite.test.ts'],
  },
  {
    name: 'sockets-do-not-hear-of-a-revoked-session',
    file: 'server/start.ts',
    find: 'onEnded: services.users.onEnded,',
    replace: 'onEnded: () => {},',
    tests: ['server/own-sockets.pglite.test.ts'],
  },
  {
    name: 'a-session-revoked-while-it-is-read-stays-known',
    file: 'server/users/sessions.ts',
    find: 'if (before !== revocations) return authenticate(token)',
    replace: 'if (before > revocations) return authenticate(token)',
    tests: ['server/users/sessions.behavior.pg.test.ts'],
  },
  {
    name: 'admin-moves-the-treasury',
    file: 'domain/console/roles.ts',
    find: "canManageTreasury: readonly Role[] = ['finance']",
    replace: "canManageTreasury: readonly Role[] = ['finance', 'admin']",
    tests: ['domain/console/roles.test.ts'],
  },
  {
    name: 'reset-credentials-leave-sessions',
    file: 'server/console/sign-in.ts',
    find: `      .where('id', '=', id)
      .execute()
    await endSessions(tx, id)`,
    replace: `      .where('id', '=', id)
      .execute()`,
    tests: ['server/console/add-operator.behavior.pg.test.ts'],
  },
  {
    name: 'two-take-the-same-part-of-the-interest-fund',
    file: 'server/products/earn/accrue.ts',
    find: 'balances.set(interest, free - interestOf(row, days))',
    replace: '',
    tests: ['server/products/earn/quantization.pg.test.ts'],
  },
  {
    name: 'address-of-another-network-is-ours',
    file: 'server/products/deposit/addresses.ts',
    find: `    .where('network', '=', network)
    .where('address', '=', address)`,
    replace: "    .where('address', '=', address)",
    tests: ['server/products/deposit/service.pg.test.ts'],
  },
  {
    name: 'days-earned-lost-by-notice',
    file: 'server/products/earn/service.ts',
    find: 'Math.max(fullDays(starts_at, ends_at), subscription.days_earned)',
    replace: 'fullDays(starts_at, ends_at)',
    tests: ['server/products/earn/quantization.pg.test.ts'],
  },
  {
    name: 'fence-not-compared',
    file: 'server/platform/db/migrations/09-engine.ts',
    find: 'WHERE writer = p_writer AND token = p_token FOR SHARE',
    replace: 'WHERE writer = p_writer FOR SHARE',
    tests: ['server/products/spot/trading.pg.test.ts', 'server/markets/tape/tape.pg.test.ts'],
  },
  {
    name: 'time-priority-lost-at-restart',
    file: 'server/products/spot/books.ts',
    find: 'for (let n = 0; n < orders.id.length; n++) {',
    replace: 'for (let n = orders.id.length - 1; n >= 0; n--) {',
    tests: ['server/products/spot/priority.pg.test.ts'],
  },
  {
    name: 'what-is-to-be-sold-can-be-spent-before',
    file: 'server/products/spot/books.ts',
    find: "order.status === 'open' && isProtected(order)",
    replace: "order.status === 'untriggered' && isProtected(order)",
    tests: ['server/products/spot/attached.pg.test.ts'],
  },
  {
    name: 'take-profit-placed-for-the-fee-too',
    file: 'server/products/spot/attached.ts',
    find: 'attachedQuantity(instrument, giveBack(books, batch, buy))',
    replace: 'attachedQuantity(instrument, (giveBack(books, batch, buy) + buy.fee) as Units)',
    tests: ['server/products/spot/attached.pg.test.ts'],
  },
  {
    name: 'taker-charged-the-makers-rate',
    file: 'server/products/spot/decide.ts',
    find: 'atPrice, size, taker.takerFeeBps)',
    replace: 'atPrice, size, taker.makerFeeBps)',
    tests: ['server/products/spot/service.pg.test.ts'],
  },
  {
    name: 'keys-of-operators-and-customers-meet',
    file: 'server/platform/idempotency.ts',
    find: 'caller.customer : -caller.operator)',
    replace: 'caller.customer : caller.operator)',
    tests: ['server/platform/http/app.pg.test.ts'],
  },
  {
    name: 'zero-sum-trigger-removed',
    file: 'server/platform/db/migrations/01-core.ts',
    find: 'FOR EACH STATEMENT EXECUTE FUNCTION entries_sum_to_zero()',
    replace: 'FOR EACH STATEMENT WHEN (false) EXECUTE FUNCTION entries_sum_to_zero()',
    tests: ['server/core/ledger/shortfalls.pg.test.ts'],
  },
  {
    name: 'ledger-check-blind-to-shortfalls',
    file: 'server/core/ledger/audit.ts',
    find: '.filter((row) => row.sum !== 0n)',
    replace: '.filter((row) => row.sum > 0n)',
    tests: ['server/core/ledger/shortfalls.pg.test.ts'],
  },
  {
    name: 'account-check-blind-to-shortfalls',
    file: 'server/core/ledger/audit.ts',
    find: 'where a.balance <> coalesce(b.balance, 0) + coalesce(e.total, 0)',
    replace: 'where a.balance > coalesce(b.balance, 0) + coalesce(e.total, 0)',
    tests: ['server/core/ledger/shortfalls.pg.test.ts'],
  },
  {
    name: 'roll-up-one-unit-off',
    file: 'server/platform/db/migrations/17-ledger-rollups.ts',
    find: 'coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) AS credits,',
    replace: 'coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) + 1 AS credits,',
    tests: ['server/core/ledger/rollup.pg.test.ts'],
  },
  {
    name: 'roll-up-forgets-the-balance-before',
    file: 'server/platform/db/migrations/17-ledger-rollups.ts',
    find: 'SELECT e.account_id, coalesce(b.balance, 0) AS opening,',
    replace: 'SELECT e.account_id, 0::bigint AS opening,',
    tests: ['server/core/ledger/rollup.pg.test.ts'],
  },
  {
    name: 'month-dropped-before-it-is-verified',
    file: 'server/core/ledger/rollup.ts',
    find: '!sums.is_whole || !sums.is_verified',
    replace: '!sums.is_whole',
    tests: ['server/core/ledger/rollup.pg.test.ts'],
  },
  {
    name: 'incremental-check-blind-to-balances',
    file: 'server/core/ledger/verify.ts',
    find: 'is distinct from (coalesce(m.balance, 0),',
    replace: 'is distinct from (a.balance,',
    tests: ['server/core/ledger/verify.behavior.pg.test.ts'],
  },
  {
    name: 'checkpoint-not-compared-with-the-marks',
    file: 'server/core/ledger/checkpoint.ts',
    find: 'newest.accounts !== accounts || newest.content !== content',
    replace: 'newest.accounts !== accounts',
    tests: ['server/core/ledger/verify.behavior.pg.test.ts'],
  },
  {
    name: 'pack-not-compared-with-the-segments',
    file: 'server/markets/tape/packing.ts',
    find: 'hashSegments(await unpack(content))',
    replace: 'hashSegments(segments)',
    tests: ['server/markets/tape/packing.pg.test.ts'],
  },
  {
    name: 'early-redemption-penalty-rounded-down',
    file: 'domain/earn/rules.ts',
    find: `const earned = interestOver(principal, terms, days)
  const share = mulDiv(principal, terms.penaltyRate, RATE_ONE, 'up')`,
    replace: `const earned = interestOver(principal, terms, days)
  const share = mulDiv(principal, terms.penaltyRate, RATE_ONE, 'down')`,
    tests: ['domain/earn/rounding.test.ts'],
  },
  {
    name: 'tape-time-backwards-not-noticed',
    file: 'domain/proof/tape.ts',
    find: "if (tick.atMs < atMs) return { error: 'TIME_BACKWARDS' }",
    replace: '',
    tests: ['domain/proof/tape.test.ts', 'domain/proof/tape-time.test.ts'],
  },
  {
    name: 'tape-time-backwards-written',
    file: 'server/markets/tape/tape.ts',
    find: 'waiting.push({ ...tick, atMs: lastAtMs, isHeld })',
    replace: 'waiting.push({ ...tick, atMs, isHeld })',
    tests: ['server/markets/tape/tape.pg.test.ts', 'server/markets/tape/tape-time.pg.test.ts'],
  },
  {
    name: 'depth-shown-before-the-commit',
    file: 'server/products/spot/engine.ts',
    find: 'depth: (symbol) => (engine.state ?? empty).markets.get(symbol)?.published,',
    replace: `depth(symbol) {
      const market = (engine.state ?? empty).markets.get(symbol)
      if (market) publishDepth(market, 0)
      return market?.published
    },`,
    tests: ['server/products/spot/uncommitted.pg.test.ts'],
  },

  // Money, holds and rounding.
  {
    name: 'fee-rounded-down',
    file: 'domain/spot/rules.ts',
    find: "BigInt(feeBps), BPS_ONE, 'up')",
    replace: "BigInt(feeBps), BPS_ONE, 'down')",
    tests: ['domain/spot/rules.test.ts'],
  },
  {
    name: 'maker-charged-the-rate-of-today',
    file: 'server/products/spot/decide.ts',
    find: 'atPrice, size, maker.makerFeeBps)',
    replace: 'atPrice, size, instrument.makerFeeBps)',
    tests: ['server/products/spot/priority.pg.test.ts'],
  },
  {
    name: 'collar-rounded-outwards',
    file: 'domain/spot/price-range.ts',
    find: "highest: price(mulDiv(lastPrice, BPS_ONE + width, BPS_ONE, 'down')),",
    replace: "highest: price(mulDiv(lastPrice, BPS_ONE + width, BPS_ONE, 'up')),",
    tests: ['domain/spot/rules.test.ts'],
  },
  {
    name: 'interest-rounded-up',
    file: 'domain/earn/rules.ts',
    find: "units(mulDiv(principal, terms.dailyRate, RATE_ONE, 'down'))",
    replace: "units(mulDiv(principal, terms.dailyRate, RATE_ONE, 'up'))",
    tests: ['domain/earn/rules.test.ts', 'domain/earn/rounding.test.ts'],
  },
  {
    name: 'interest-of-days-that-never-come-kept-in-reserve',
    file: 'server/products/earn/flows.ts',
    find: "{ debit: reserve, credit: interest, amount: unearned, reason: 'earn-return', reference },",
    replace: '',
    tests: ['server/products/earn/service.pg.test.ts'],
  },
  {
    name: 'transfers-between-two-currencies',
    file: 'server/platform/db/migrations/01-core.ts',
    find: 'CONSTRAINT transfer_in_one_currency CHECK (',
    replace: 'CONSTRAINT transfer_in_one_currency CHECK (true OR ',
    tests: ['server/core/ledger/ledger.pg.test.ts'],
  },
  {
    name: 'money-from-outside-for-any-reason',
    file: 'server/platform/db/migrations/01-core.ts',
    find: "OR reason IN ('deposit', 'treasury-funding', 'demo-grant')",
    replace: 'OR true',
    tests: ['server/core/ledger/ledger.pg.test.ts'],
  },
  {
    name: 'hold-paid-again-and-again',
    file: 'server/platform/db/migrations/01-core.ts',
    find: 'IF newest = 0 THEN UPDATE hold SET remaining = remaining - p_amount WHERE id = p_hold; END IF;',
    replace: '',
    tests: ['server/core/ledger/holds.pg.test.ts'],
  },
  {
    name: 'deposit-credited-as-claimed',
    file: 'server/products/deposit/console.ts',
    find: `const { id, currency } = request
    const amount = readAmount(params.amount!, currency)`,
    replace: 'const { id, claimed: amount } = request',
    tests: ['server/products/deposit/console.pg.test.ts'],
  },
  {
    name: 'payment-credited-as-deposit-and-as-funding',
    file: 'server/core/incoming-payments.ts',
    find: `  if (!row) throw refusal('DEPOSIT_REFERENCE_USED')
}

/** Refuses, before`,
    replace: `}

/** Refuses, before`,
    tests: ['server/products/treasury/rules.pg.test.ts'],
  },

  // Audits that must see a difference to either side.
  {
    name: 'held-without-an-order-not-noticed',
    file: 'server/products/spot/audit.ts',
    find: '.filter((line) => line.held !== line.needed)',
    replace: '.filter((line) => line.held < line.needed)',
    tests: ['server/products/audits.pg.test.ts'],
  },
  {
    name: 'named-hold-without-money-not-noticed',
    file: 'server/core/ledger/holds.ts',
    find: 'where coalesce(a.balance, 0) <> coalesce(h.remaining, 0)',
    replace: 'where coalesce(a.balance, 0) > coalesce(h.remaining, 0)',
    tests: ['server/products/audits.pg.test.ts'],
  },
  {
    name: 'savings-short-of-what-is-owed-not-noticed',
    file: 'server/products/earn/products.ts',
    find: '.filter((line) => line.balance !== line.owed)',
    replace: '.filter((line) => line.balance > line.owed)',
    tests: ['server/products/audits.pg.test.ts'],
  },
  {
    name: 'torn-transfers-not-noticed',
    file: 'server/core/ledger/audit.ts',
    find: 'where t.amount is null or e.amount is null limit',
    replace: 'where t.amount is null limit',
    tests: ['server/core/ledger/shortfalls.pg.test.ts'],
  },

  // Authority and sessions.
  {
    name: 'order-detail-of-somebody-else',
    file: 'server/products/spot/store.ts',
    find: 'return order?.customer === customer ? order : undefined',
    replace: 'return customer > 0n ? order : undefined',
    tests: ['server/matrix/authority.behavior.pg.test.ts'],
  },
  {
    name: 'deposit-redeemed-by-somebody-else',
    file: 'server/products/earn/store.ts',
    find: ".selectAll().where('id', '=', id).where('customer_id', '=', customer)",
    replace: ".selectAll().where('id', '=', id)",
    tests: ['server/products/earn/service.pg.test.ts'],
  },
  {
    name: 'image-shown-to-anybody',
    file: 'server/platform/uploads/uploads.ts',
    find: "if (upload?.customer_id !== ctx.customer.id) throw refusal('NOT_FOUND')",
    replace: "if (!upload) throw refusal('NOT_FOUND')",
    tests: ['server/products/wallet/service.pg.test.ts'],
  },
  {
    name: 'image-of-another-customer-attached',
    file: 'server/platform/uploads/store.ts',
    find: `    .where('id', '=', id)
    .where('customer_id', '=', customerId)`,
    replace: "    .where('id', '=', id)",
    tests: ['server/products/wallet/service.pg.test.ts'],
  },
  {
    name: 'sealed-file-read-under-another-name',
    file: 'server/platform/uploads/vault.ts',
    find: 'return sealer.unseal(await readFile(pathOf(id)), id)',
    replace: 'return readFile(pathOf(id))',
    tests: ['server/platform/uploads/vault.test.ts'],
  },
  {
    name: 'session-never-idle-for-too-long',
    file: 'server/users/sessions.ts',
    find: ".where('last_seen_at', '>', new Date(nowMs - IDLE_MS))",
    replace: '',
    tests: ['server/users/service.behavior.pg.test.ts'],
  },
  {
    name: 'revoked-session-remembered',
    file: 'server/users/sessions.ts',
    find: 'if (ended.has(customer.sessionId)) cache.delete(hash)',
    replace: 'if (ended.has(customer.id)) cache.delete(hash)',
    tests: ['server/users/service.behavior.pg.test.ts'],
  },
  {
    name: 'sessions-outlive-a-changed-password',
    file: 'server/users/credentials.ts',
    find: 'return { revocation: await deps.sessions.end(tx, customer.id, {}), result: await after(tx) }',
    replace: 'return { revocation: { customerId: customer.id, sessionIds: [] }, result: await after(tx) }',
    tests: ['server/users/service.behavior.pg.test.ts'],
  },
  {
    name: 'code-used-twice',
    file: 'server/users/codes.ts',
    find: ".set((column) => ({ expires_at: column.ref('sent_at') }))",
    replace: '.set({ tries_left: 5 })',
    tests: ['server/users/service.behavior.pg.test.ts'],
  },
  {
    name: 'second-factor-used-twice',
    file: 'server/console/sign-in.ts',
    find: ".where('totp_step', '<', step)",
    replace: ".where('totp_step', '<=', step)",
    tests: ['server/console/rules.pg.test.ts'],
  },

  // Idempotency.
  {
    name: 'key-answers-another-input',
    file: 'server/platform/idempotency.ts',
    find: 'path === call.path && inputHash === call.inputHash)',
    replace: 'path === call.path)',
    tests: ['server/platform/http/app.pg.test.ts'],
  },
  {
    name: 'key-of-another-call-taken',
    file: 'server/platform/idempotency.ts',
    find: "if (path !== call.path) throw refusal('IDEMPOTENCY_KEY_REUSED')",
    replace: '',
    tests: ['server/platform/http/route.pg.test.ts'],
  },
  {
    name: 'keys-of-orders-forgotten',
    file: 'server/core/engine/transaction.ts',
    find: 'answered.length === 0 ? statements : [...statements, insertAnswers(answered, at)]',
    replace: 'answered.length < 0 ? [insertAnswers(answered, at)] : statements',
    tests: ['server/products/spot/service.pg.test.ts'],
  },

  // Order of execution.
  {
    name: 'answer-before-the-commit',
    file: 'server/core/engine/group-commit.ts',
    find: 'await writeBatch(tx, await product.write(tx, state, decided), answered, atMs)',
    replace: `for (const request of requests) if (request.decision?.kind === 'done') this.#replyTo(request)()
      await writeBatch(tx, await product.write(tx, state, decided), answered, atMs)`,
    tests: ['server/products/spot/uncommitted.pg.test.ts'],
  },
  {
    name: 'ticks-used-before-they-are-on-the-tape',
    file: 'server/markets/tape/tape.ts',
    find: 'await insertSegment(db, unwritten, token, unwritten)',
    replace: `publish(ticks)
        await insertSegment(db, unwritten, token, unwritten)`,
    tests: ['server/markets/tape/tape.pg.test.ts'],
  },

  // Proofs.
  {
    name: 'signature-of-a-checkpoint-not-checked',
    file: 'domain/proof/tape.ts',
    find: "if (!isSignedBy(publicKey, checkpoint)) return { ok: false, error: 'SIGNATURE_WRONG' }",
    replace: '',
    tests: ['domain/proof/tape.test.ts'],
  },
  {
    name: 'checkpoint-follows-any-other',
    file: 'domain/proof/tape.ts',
    find: 'if (checkpoint.previous !== (before ? hashCheckpoint(before) : GENESIS)) {',
    replace: 'if (checkpoint.previous === checkpoint.head) {',
    tests: ['domain/proof/tape.test.ts'],
  },
  {
    name: 'forked-log-taken-for-grown',
    file: 'domain/proof/merkle.ts',
    find: 'return last === 0 && isSameBytes(olderRoot, older.root) && isSameBytes(newerRoot, newer.root)',
    replace: 'return last === 0 && isSameBytes(newerRoot, newer.root)',
    tests: ['domain/proof/merkle.test.ts'],
  },
  {
    name: 'earlier-tick-of-a-stop-not-looked-for',
    file: 'domain/proof/stop.ts',
    find: 'if ([step.low, step.high].some((price) => isReached(terms, price)))',
    replace: 'if (step.low > step.high)',
    tests: ['domain/proof/proof-file.test.ts'],
  },
  {
    name: 'tick-proven-at-any-place',
    file: 'domain/proof/log.ts',
    find: 'index: leafIndex(checkpoint, tick.sequence)',
    replace: 'index: 0',
    tests: ['domain/proof/log.test.ts'],
  },
  {
    name: 'rolled-back-tape-raises-no-alarm',
    file: 'web/features/verify/check-tape.ts',
    find: "if (proof === undefined) return 'shorter'",
    replace: 'if (proof === undefined) return undefined',
    tests: ['web/features/verify/check-tape.test.ts'],
  },

  // Limits.
  {
    name: 'one-open-order-too-many',
    file: 'server/products/spot/decide.ts',
    find: 'openIdsOf(books, market, customer).size + more > MAX_OPEN_ORDERS)',
    replace: 'openIdsOf(books, market, customer).size + more > MAX_OPEN_ORDERS + 1)',
    tests: ['server/products/spot/service.pg.test.ts'],
  },
  {
    name: 'one-upload-too-many',
    file: 'server/platform/uploads/uploads.ts',
    find: '>= UPLOADS_PER_DAY)',
    replace: '> UPLOADS_PER_DAY)',
    tests: ['server/products/wallet/service.pg.test.ts'],
  },
  {
    name: 'codes-guessed-for-ever',
    file: 'server/users/codes.ts',
    find: ".where('tries_left', '>', 0)",
    replace: ".where('tries_left', '>', -1_000)",
    tests: ['server/users/service.behavior.pg.test.ts'],
  },
  {
    name: 'product-sold-beyond-its-cap',
    file: 'domain/earn/rules.ts',
    find: `if (principal > limits.remaining)
    return refused('EARN_SOLD_OUT', { left: shown(limits.remaining), currency })`,
    replace: '',
    tests: ['domain/earn/rules.test.ts'],
  },

  // Maker and checker, roles.
  {
    name: 'proposal-of-a-disabled-maker-approved',
    file: 'server/console/proposals.ts',
    find: "if (!isMakerAllowed(action, await lockMaker(tx, row))) throw refusal('PROPOSAL_MAKER_INACTIVE')",
    replace: '',
    tests: ['server/console/proposal-roles.pg.test.ts'],
  },
  {
    name: 'proposal-approved-by-its-maker',
    file: 'server/console/proposals.ts',
    find: "if (row.maker === checker.id) throw refusal('PROPOSAL_IS_YOURS')",
    replace: '',
    tests: ['server/console/rules.pg.test.ts'],
  },
  {
    name: 'database-lets-a-maker-check',
    file: 'server/platform/db/migrations/07-console.ts',
    find: 'CHECK (maker <> checker)',
    replace: 'CHECK (maker > 0)',
    tests: ['server/console/rules.pg.test.ts'],
  },
  {
    name: 'proposal-approved-without-the-role',
    file: 'server/console/proposals.ts',
    find: "if (!hasRole(checker.roles, actionOf(actions, row).roles)) throw refusal('OPERATOR_ROLE_REQUIRED')",
    replace: '',
    tests: ['server/console/proposal-roles.pg.test.ts'],
  },
  {
    name: 'support-matches-deposits',
    file: 'domain/console/roles.ts',
    find: "canMatchDeposits: readonly Role[] = ['compliance', 'finance']",
    replace: "canMatchDeposits: readonly Role[] = ['support', 'compliance', 'finance']",
    tests: ['server/console/console.behavior.pg.test.ts'],
  },
  {
    name: 'role-not-asked-for',
    file: 'server/console/console-route.ts',
    find: "if (!hasRole(ctx.operator.roles, endpoint.roles)) throw refusal('OPERATOR_ROLE_REQUIRED')",
    replace: '',
    tests: ['server/console/console.behavior.pg.test.ts'],
  },
  {
    name: 'outdated-terms-approved',
    file: 'server/products/listing/console.ts',
    find: 'if (String((await currentTerms(tx, symbol)).version) !== params.version)',
    replace: 'if (params.version === undefined)',
    tests: ['server/products/listing/listing.pg.test.ts'],
  },

  // Halts and stale prices.
  {
    name: 'orders-in-a-halted-market',
    file: 'domain/spot/rules.ts',
    find: "if (instrument.status === 'halted') return refused('MARKET_CLOSED', { symbol: instrument.label })",
    replace: '',
    tests: ['server/products/listing/listing.pg.test.ts'],
  },
  {
    name: 'market-maker-quotes-a-halted-market',
    file: 'server/products/spot/market-maker.ts',
    find: "const takesOrders = findInstrument(symbol)?.status === 'trading'",
    replace: 'const takesOrders = findInstrument(symbol) !== undefined',
    tests: ['server/products/spot/market-maker-limits.pg.test.ts'],
  },
  {
    name: 'market-orders-at-a-stale-price',
    file: 'server/products/spot/service.ts',
    find: "const needsFresh = draft.orderType !== 'limit'",
    replace: "const needsFresh = draft.orderType === 'limit' && tick === undefined",
    tests: ['server/products/spot/service.pg.test.ts'],
  },
  {
    name: 'price-of-the-future-is-fresh',
    file: 'server/markets/feeds/tick-filter.ts',
    find: 'Math.abs(nowMs - atMs) <= freshForMs(instrument)',
    replace: 'nowMs - atMs <= freshForMs(instrument)',
    tests: ['server/markets/misbehaving-feed.behavior.pg.test.ts'],
  },
  {
    name: 'price-of-a-shut-market-is-fresh',
    file: 'server/markets/quotes.ts',
    find: 'tick !== undefined && isFresh(instrument, tick.atMs, nowMs) && isOpen(instrument, nowMs)',
    replace: 'tick !== undefined && isFresh(instrument, tick.atMs, nowMs)',
    tests: ['server/markets/service.behavior.pg.test.ts'],
  },

  // The market maker's quotes.
  {
    name: 'quotes-that-nobody-can-pay',
    file: 'server/products/spot/decide.ts',
    find: 'dropUncovered(batch, market, side)\n  const opposite',
    replace: 'const opposite',
    tests: ['server/products/spot/quotes.test.ts', 'server/products/spot/market-maker-limits.pg.test.ts'],
  },
  {
    name: 'one-fund-quoted-twice',
    file: 'server/products/spot/market-maker.ts',
    find: 'if (elsewhere + amount > (funds.get(currency) ?? 0n)) return []',
    replace: 'if (amount > (funds.get(currency) ?? 0n)) return []',
    tests: ['server/products/spot/market-maker-limits.pg.test.ts'],
  },
  {
    name: 'quote-crosses-the-book',
    file: 'server/products/spot/quotes.ts',
    find: 'if (!wouldCross(quote, best || undefined)) addQuote(batch, market, quote)',
    replace: 'addQuote(batch, market, quote)',
    tests: ['server/products/spot/quotes.test.ts'],
  },
  {
    name: 'filled-quote-stays-known',
    file: 'server/products/spot/quotes.ts',
    find: 'if (quote.filled === quote.quantity) market.quotes.delete(quote)',
    replace: '',
    tests: ['server/products/spot/quotes.test.ts'],
  },

  // Stops, pairs and amendments.
  {
    name: 'stop-triggered-twice',
    file: 'server/products/spot/stops.ts',
    find: `    removeStop(stops, order, slot)
    stops.due.push({ order, tick })`,
    replace: '    stops.due.push({ order, tick })',
    tests: ['server/products/spot/stops.pg.test.ts'],
  },
  {
    name: 'stop-triggered-by-a-tick-before-it',
    file: 'domain/proof/stop.ts',
    find: 'tick.sequence > terms.tapeSize &&',
    replace: '',
    tests: ['server/products/spot/stops.pg.test.ts'],
  },
  {
    name: 'tick-of-a-stop-that-waits-forgotten-at-a-restart',
    file: 'server/products/spot/stops.ts',
    find: 'through = Math.min(through, tick.sequence - 1)',
    replace: 'through = Math.max(through, tick.sequence - 1)',
    tests: ['server/products/spot/stops.pg.test.ts'],
  },
  {
    name: 'ticks-of-a-downtime-not-looked-at',
    file: 'server/products/spot/store.ts',
    find: 'ticks: missed.filter(({ symbol }) => symbols.has(symbol)),',
    replace: 'ticks: missed.slice(0, 0),',
    tests: ['server/products/spot/stops.pg.test.ts'],
  },
  {
    name: 'losses-in-a-row-forgotten-by-a-restart',
    file: 'server/products/option/store.ts',
    find: 'add(customer, () => ({ losses, pausedUntilMs: paused_until ?? 0 }))',
    replace: 'add(customer, () => ({ losses: losses - losses, pausedUntilMs: paused_until ?? 0 }))',
    tests: ['server/products/option/engine.pg.test.ts'],
  },
  {
    name: 'stop-amended-past-its-tick',
    file: 'server/products/spot/actions.ts',
    find: 'for (const tick of await validTicksAfter(tx, books.through)) applyTick(books, tick)',
    replace: 'await validTicksAfter(tx, books.through)',
    tests: ['server/products/spot/amend-stops.pg.test.ts'],
  },
  {
    name: 'triggered-order-beyond-the-band',
    file: 'server/products/spot/decide-stops.ts',
    find: "return isInRange(instrument, side, limit, last) ? undefined : 'price-band'",
    replace: 'return last === limit ? undefined : undefined',
    tests: ['server/products/spot/stops.pg.test.ts'],
  },
  {
    name: 'filled-limit-leaves-its-stop',
    file: 'server/products/spot/decide.ts',
    find: '    endSibling(books, batch, maker)\n',
    replace: '',
    tests: ['server/products/spot/stops.pg.test.ts'],
  },
  {
    name: 'triggered-stop-leaves-its-limit',
    file: 'server/products/spot/decide-stops.ts',
    find: '  endSibling(books, batch, order)\n',
    replace: '',
    tests: ['server/products/spot/stops.pg.test.ts'],
  },
  {
    name: 'pair-holds-for-both',
    file: 'domain/spot/oco.ts',
    find: "return side === 'buy' && more > 0n ?",
    replace: 'return more > -1n ?',
    tests: ['domain/spot/oco.test.ts'],
  },
  {
    name: 'amendment-grows-in-its-place',
    file: 'domain/spot/amend.ts',
    find: 'const keepsPriority = isNoLarger && ',
    replace: 'const keepsPriority = ',
    tests: ['domain/spot/amend.test.ts', 'server/products/spot/amend.pg.test.ts'],
  },
  {
    name: 'amended-order-in-its-old-place-after-a-restart',
    file: 'server/products/spot/amend.ts',
    find: '  order.priority = nextId()\n  batch.requeued.add(order)',
    replace: '  batch.requeued.add(order)',
    tests: ['server/products/spot/amend.pg.test.ts'],
  },
  {
    name: 'amended-stop-triggered-by-a-tick-before-it',
    file: 'server/products/spot/amend.ts',
    find: 'const waitsFrom = isMoved ? acceptedAt(market, own, tapeSequence) : order.tapeSequence',
    replace: 'const waitsFrom = isMoved ? order.tapeSequence : acceptedAt(market, own, tapeSequence)',
    tests: ['server/products/spot/amend-stops.pg.test.ts'],
  },
  {
    name: 'pair-amended-by-half',
    file: 'server/products/spot/amend.ts',
    find: '{ quantity: draft.quantity },',
    replace: '{},',
    tests: ['server/products/spot/amend-stops.pg.test.ts'],
  },
  {
    name: 'amendment-blind-to-what-was-filled-before-a-start',
    file: 'server/products/spot/actions.ts',
    find: 'if (ids.size === 0) return',
    replace: 'if (ids.size >= 0) return',
    tests: ['server/products/spot/amend.pg.test.ts'],
  },
  {
    name: 'buy-trades-as-far-away-as-it-rests',
    file: 'domain/spot/price-range.ts',
    find: '? { lowest: rests.lowest, highest: trades.highest }',
    replace: '? { lowest: rests.lowest, highest: rests.highest }',
    tests: ['domain/spot/rules.test.ts'],
  },

  // Messages.
  {
    name: 'message-sent-again-and-again',
    file: 'server/platform/outbox.ts',
    find: 'where sent_at is null and due_at <=',
    replace: 'where due_at <=',
    tests: ['server/platform/outbox.pg.test.ts'],
  },
  {
    name: 'sent-code-kept-in-the-outbox',
    file: 'server/platform/outbox.ts',
    find: 'sent_at: new Date(nowMs), attempts: attempts + 1, payload: GONE }',
    replace: 'sent_at: new Date(nowMs), attempts: attempts + 1 }',
    tests: ['server/platform/outbox.pg.test.ts'],
  },
  // Notices.
  {
    name: 'notice-told-again',
    file: 'server/core/notices/notices.ts',
    find: 'where notice.version < excluded.version',
    replace: 'where true',
    tests: ['server/products/notice/notices.pg.test.ts'],
  },
  {
    name: 'push-to-any-host',
    file: 'server/platform/push/push.ts',
    find: "return protocol === 'https:' && port === '' && isService",
    replace: "return protocol === 'https:' || isService || port === ''",
    tests: ['server/platform/push/push.test.ts'],
  },
  {
    name: 'notice-read-by-somebody-else',
    file: 'server/products/notice/store.ts',
    find: ".selectFrom('notice').select(columns).where('customer_id', '=', customer)",
    replace: ".selectFrom('notice').select(columns)",
    tests: ['server/products/notice/notices.behavior.pg.test.ts'],
  },
  {
    name: 'push-after-sign-out',
    file: 'server/products/notice/store.ts',
    find: ".where('session.revoked_at', 'is', null)",
    replace: '',
    tests: ['server/products/notice/notices.behavior.pg.test.ts'],
  },
  {
    name: 'lists-of-a-customer-leave-no-line',
    file: 'server/console/table.ts',
    find: 'if (customer !== undefined) await logView(ctx, customer, name)',
    replace: 'void [logView, customer]',
    tests: ['server/console/tables.behavior.pg.test.ts'],
  },
  {
    name: 'search-for-a-customer-leaves-no-line',
    file: 'server/console/table.ts',
    find: 'asked.customer ?? (await customerSearched(ctx.db, asked.search))',
    replace: 'asked.customer',
    tests: ['server/console/tables.behavior.pg.test.ts'],
  },
  {
    name: 'old-prices-are-not-told',
    file: 'server/markets/service.ts',
    find: 'before !== undefined && before !== state',
    replace: 'false',
    tests: ['server/markets/misbehaving-feed.behavior.pg.test.ts'],
  },
  {
    name: 'refusals-for-too-many-calls-at-once',
    file: 'server/platform/http/rate-limits.ts',
    find: 'await new Promise((resolve) => setTimeout(resolve, REFUSAL.afterMs))',
    replace: 'void REFUSAL.afterMs',
    tests: ['server/platform/http/rate-limits.test.ts'],
  },
  {
    name: 'exports-leave-no-line',
    file: 'server/console/table.ts',
    find: 'await appendAuditLog(ctx.db, line, ctx.clock.nowMs())',
    replace: 'void line',
    tests: ['server/console/tables.behavior.pg.test.ts'],
  },
  {
    name: 'contract-loses-more-than-its-margin',
    file: 'domain/contract/rules.ts',
    find: 'const loss = lost < margin ? lost : margin',
    replace: 'const loss = lost',
    tests: ['domain/contract/rules.test.ts'],
  },
  {
    name: 'contract-liquidation-price-leaves-the-spread-out',
    file: 'domain/contract/rules.ts',
    find: 'floorDiv(closing + spread, 2n)',
    replace: 'floorDiv(closing, 2n)',
    tests: ['domain/contract/rules.test.ts'],
  },
  {
    name: 'contract-progress-passes-what-is-not-decided',
    file: 'server/products/contract/engine.ts',
    find: 'batch.savesProgress && isThrough(state)',
    replace: 'batch.savesProgress',
    tests: ['server/products/contract/recovery.pg.test.ts'],
  },
  {
    name: 'contract-opens-without-a-verified-identity',
    file: 'server/products/contract/service.ts',
    find: "await requireTier(db, caller.customer, 'basic')",
    replace: '',
    tests: ['server/products/contract/service.pg.test.ts'],
  },
  {
    name: 'contract-opens-without-the-risk-notice',
    file: 'server/products/contract/service.ts',
    find: 'await requireDisclosure(db, caller.customer, contractDisclosure)',
    replace: '',
    tests: ['server/products/contract/service.pg.test.ts'],
  },
  {
    name: 'contract-slippage-is-counted-from-when-the-order-came',
    file: 'server/products/contract/service.ts',
    find: 'if (seenPrice === undefined || !instrument)',
    replace: 'if (seenPrice === undefined || instrument)',
    tests: ['server/products/contract/service.pg.test.ts'],
  },
  {
    name: 'contract-order-opens-in-a-halted-market',
    file: 'server/products/contract/ticks.ts',
    find: "return listed?.status === 'trading' && isOpen(listed, atMs)",
    replace: 'return listed === undefined || isOpen(listed, atMs)',
    tests: ['server/products/contract/service.pg.test.ts'],
  },
  {
    name: 'loss-share-counts-who-has-no-result',
    file: 'server/core/ledger/customer-results.ts',
    find: 'group by customer_id having bool_or(has_ended)',
    replace: 'group by customer_id',
    tests: ['server/core/ledger/customer-results.pg.test.ts'],
  },
  {
    name: 'an-older-risk-notice-is-enough',
    file: 'server/users/disclosures.ts',
    find: 'if (acceptedVersion < disclosure.version)',
    replace: 'if (acceptedVersion === 0)',
    tests: ['server/users/disclosures.pg.test.ts'],
  },
  {
    name: 'copy-of-more-than-the-equity-allows',
    file: 'domain/copy/rules.ts',
    find: "['limit-equity', (equity * BigInt(MAX_EQUITY_BPS)) / BPS_ONE],",
    replace: '',
    tests: ['server/products/copy/engine.pg.test.ts'],
  },
  {
    name: 'copy-shares-a-profit-twice',
    file: 'server/products/copy/account-for.ts',
    find: 'if (result > relation.highWaterMark) relation.highWaterMark = result',
    replace: '',
    tests: ['server/products/copy/engine.pg.test.ts'],
  },
  {
    name: 'copy-takes-out-a-position-of-somebody-else',
    file: 'server/products/copy/relations.ts',
    find: 'copy?.relation.customer !== ask.customer || copy.relation.isClosing',
    replace: '!copy || copy.relation.isClosing',
    tests: ['server/products/copy/engine.pg.test.ts'],
  },
  {
    name: 'copy-goes-past-the-stop-loss-of-its-relation',
    file: 'server/products/copy/followers.ts',
    find: 'mayBeReachedBy: (ticks) => mayBeReachedBy(state, ticks),',
    replace: 'mayBeReachedBy: () => false,',
    tests: ['server/products/copy/engine.pg.test.ts'],
  },
  {
    name: 'contract-customers-act-before-the-tape',
    file: 'server/products/contract/actions.ts',
    find: "if (action.kind !== 'ticks' && hasMore(state) && decideTicks(state, batch, [])) return { kind: 'postponed' }",
    replace: '',
    tests: ['server/products/contract/read-anew.pg.test.ts'],
  },
  {
    name: 'contract-tape-not-read-without-positions',
    file: 'server/products/contract/store.ts',
    find: 'for await (const page of ticksAfter(tx, Math.min(through,',
    replace: 'if (positions.length > 0) for await (const page of ticksAfter(tx, Math.min(through,',
    tests: ['server/products/contract/read-anew.pg.test.ts'],
  },
  {
    name: 'contract-slippage-cap-of-longs-alone',
    file: 'domain/contract/rules.ts',
    find: "direction === 'long' ? now - seen : seen - now",
    replace: 'now - seen',
    tests: ['server/products/contract/service.pg.test.ts'],
  },
  {
    name: 'contract-stop-reached-by-a-tick-before-it',
    file: 'server/products/contract/decide.ts',
    find: 'position.triggersSequence = Math.max(position.triggersSequence, market.last?.sequence ?? 0)',
    replace: 'void market.last',
    tests: ['server/products/contract/recovery.pg.test.ts'],
  },
  {
    name: 'stop-accepted-at-the-older-tick',
    file: 'server/products/spot/decide-stops.ts',
    find: 'if (!isReached(trigger!, last.price)) return last.sequence',
    replace: 'if (!isReached(trigger!, last.price)) return tapeSequence',
    tests: ['server/products/spot/stops.pg.test.ts'],
  },
  // What could set a price or an outcome.
  {
    name: 'results-of-options-may-be-changed',
    file: 'server/platform/db/migrations/31-option.ts',
    find: 'GRANT SELECT, INSERT ON option_result TO plumb_app',
    replace: 'GRANT SELECT, INSERT, UPDATE (exit_price) ON option_result TO plumb_app',
    tests: ['server/powers/powers.pg.test.ts'],
  },
  {
    name: 'a-column-forces-results',
    file: 'server/platform/db/migrations/31-option.ts',
    find: 'stake bigint NOT NULL CHECK (stake > 0),',
    replace: 'stake bigint NOT NULL CHECK (stake > 0), forced_to text,',
    tests: ['server/powers/powers.pg.test.ts'],
  },
  {
    name: 'an-undeclared-price-in-a-table',
    file: 'server/platform/db/migrations/30-contract.ts',
    find: 'close_price bigint CHECK (close_price > 0),',
    replace: 'close_price bigint CHECK (close_price > 0), shown_price bigint,',
    tests: ['server/powers/powers.pg.test.ts'],
  },
  {
    name: 'operators-halt-at-a-price',
    file: 'domain/listing/console.ts',
    find: 'input: { symbol, reason },',
    replace: 'input: { symbol, closePrice: z.optional(z.string()), reason },',
    tests: ['server/powers/powers.pg.test.ts'],
  },
  {
    name: 'a-setting-moves-prices',
    file: 'server/platform/settings.ts',
    find: "logLevel: oneOf('LOG_LEVEL', env.LOG_LEVEL,",
    replace: "logLevel: oneOf('LOG_LEVEL', env.PRICE_OFFSET ? 'info' : env.LOG_LEVEL,",
    tests: ['server/powers/powers.pg.test.ts'],
  },
  {
    name: 'entry-prices-written-again',
    file: 'server/platform/db/migrations/41-written-once.ts',
    find: "['entry_price', 'entry_sequence', 'spread', 'opened_at']",
    replace: "['entry_sequence', 'spread', 'opened_at']",
    tests: ['server/products/contract/recovery.pg.test.ts'],
  },
  {
    name: 'engine-tables-written-without-a-token',
    file: 'server/platform/db/migrations/41-written-once.ts',
    find: "contract_position: 'INSERT OR UPDATE',",
    replace: "contract_position: 'INSERT',",
    tests: ['server/products/contract/recovery.pg.test.ts'],
  },
  {
    name: 'a-breaker-that-forgets-what-it-saw-before-a-start',
    file: 'server/products/contract/store.ts',
    find: '(tick.sequence > through ? missed : moved).push(tick)',
    replace: 'if (tick.sequence > through) missed.push(tick)',
    tests: ['server/products/contract/service.pg.test.ts'],
  },
  {
    name: 'a-breaker-that-keeps-lows-beyond-its-window',
    file: 'server/markets/breaker.ts',
    find: 'atMs[extremes.first]! < tickMs - WINDOW_MS',
    replace: 'atMs[extremes.first]! < tickMs - 2 * WINDOW_MS',
    tests: ['server/markets/breaker.test.ts'],
  },
  {
    name: 'alerts-raced-beyond-the-limit',
    file: 'server/products/alert/service.ts',
    find: "await lockCustomer(tx, customer, 'to change')",
    replace: '',
    tests: ['server/products/alert/alerts.pg.test.ts'],
    database: 'postgres',
  },
  {
    name: 'transfer-ids-not-drawn-again',
    file: 'server/core/ledger/ledger.ts',
    find: 'if (newest === 0n) return ids',
    replace: 'if (newest >= 0n) return ids',
    tests: ['server/core/ledger/ledger.pg.test.ts'],
    database: 'postgres',
  },
  {
    name: 'one-source-left-makes-a-price',
    file: 'domain/market/sources.ts',
    find: 'counting.length >= minimum && 2 * counting.length > compared.length',
    replace: 'counting.length >= 1',
    tests: ['domain/market/sources.test.ts', 'server/products/misbehaving-feed.behavior.pg.test.ts'],
  },
  {
    name: 'a-price-that-is-not-of-its-sources-is-used',
    file: 'server/markets/feeds/tick-filter.ts',
    find: "if (!isOfSources(tick)) return { hold: tick, why: 'sources' }",
    replace: '',
    tests: ['server/products/misbehaving-feed.behavior.pg.test.ts'],
  },
  {
    name: 'a-source-that-repeats-itself-stays-fresh',
    file: 'server/markets/feeds/live/median.ts',
    find: 'if (before && isRepeated(tick, before)) return',
    replace: '',
    tests: ['server/markets/feeds/live/median.test.ts'],
  },
  {
    name: 'verify-trusts-the-price-of-a-live-tick',
    file: 'domain/proof/proof-file.ts',
    find: 'tick.isHeld || isOfSources(tick)',
    replace: 'tick.isHeld || !!tick',
    tests: ['domain/proof/proof-file.test.ts'],
  },
  {
    name: 'liabilities-without-held-amounts',
    file: 'server/products/liabilities/owed.ts',
    find: 'and balance <> 0 group by 1, 2',
    replace: 'and balance <> 0 and id & 1 = 0 group by 1, 2',
    tests: ['server/products/liabilities/liabilities.pg.test.ts'],
  },
  {
    name: 'liabilities-sums-that-wrap-around',
    file: 'domain/liabilities/rules.ts',
    find: 'one.map((sum, n) => inRange(sum + other[n]!))',
    replace: 'one.map((sum, n) => sum + other[n]!)',
    tests: ['domain/liabilities/proof.test.ts'],
  },
  {
    name: 'liabilities-proof-of-another-customer',
    file: 'domain/liabilities/proof.ts',
    find: 'file.customer === customer && file.leaves',
    replace: 'file.leaves',
    tests: ['domain/liabilities/proof.test.ts'],
  },
]
