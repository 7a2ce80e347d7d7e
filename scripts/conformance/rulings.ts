import { openRow, row, type Section, type Shown } from './row.ts'

const CALLS = 'server/matrix/calls.behavior.pg.test.ts'
const WIRE = 'server/matrix/wire.behavior.pg.test.ts'
const AUTHORITY = 'server/matrix/authority.behavior.pg.test.ts'
const SPECIFIED = 'server/matrix/specified.behavior.pg.test.ts'
const CONTRACT = 'server/contract.test.ts'
const USER = 'domain/user/rules.test.ts'
const CONTRACTS = 'domain/contract/rules.test.ts'
const POSITIONS = 'server/products/contract/service.pg.test.ts'
const CONTRACT_WIRE = 'server/products/contract/wire.behavior.pg.test.ts'
const OPTION = 'domain/option/limits.test.ts'
const OPTION_RULES = 'domain/option/rules.test.ts'
const OPTION_ROUTES = 'server/products/option/routes.behavior.pg.test.ts'
const COUNTRIES = 'server/products/eligibility/countries.pg.test.ts'
const COPY = 'server/products/copy/engine.pg.test.ts'
const COPY_RULES = 'domain/copy/rules.test.ts'
const VERIFICATION = 'server/products/verification/verification.behavior.pg.test.ts'
const WITHDRAWAL = 'server/products/withdrawal/withdrawal.behavior.pg.test.ts'
const CONVERT = 'server/products/convert/routes.behavior.pg.test.ts'
const OTC = 'server/products/otc/otc.behavior.pg.test.ts'
const QUANTIZATION = 'server/products/earn/quantization.behavior.pg.test.ts'
const DUAL = 'server/products/dual/dual.behavior.pg.test.ts'
const IEO = 'domain/ieo/rules.test.ts'
const IEO_ORDERS = 'server/products/ieo/ieo.behavior.pg.test.ts'
const LOAN = 'domain/loan/rules.test.ts'
const LOANS = 'server/products/loan/loan.behavior.pg.test.ts'
const NFT = 'domain/nft/rules.test.ts'
const NFTS = 'server/products/nft/nft.behavior.pg.test.ts'
const COUPON = 'server/products/coupon/coupon.behavior.pg.test.ts'
const INVITE = 'server/products/invite/invite.pg.test.ts'
const GAME = 'server/products/game/game.pg.test.ts'
const PRACTICE = 'server/products/practice/practice.behavior.pg.test.ts'
const SALE = 'domain/sale/rules.test.ts'
const TIERS = 'server/matrix/tiers.behavior.pg.test.ts'
const PAGES = 'e2e/conformance.e2e.ts'
const CONTENT = 'e2e/content.e2e.ts'
const EACH_CALL: Shown = [CALLS, '%s answers by its method, names and values']

/** What the specification leaves open or says twice, and what was settled, by the sections of that. */
export const rulings: readonly Section[] = [
  {
    title: 'Rulings 1: values of the wire',
    rows: [
      row(
        'R1.01',
        'Answers say the word, requests take the word or the number; others are refused with those that are allowed.',
        [WIRE, 'another one is refused with those that are allowed, in the customer’s language'],
        [CONTRACT, 'every list of allowed words is told whole, with the numbers of the wire'],
      ),
      row('R1.02', 'A known path with a wrong method says so.', [WIRE, '%s takes GET alone']),
      row('R1.03', 'A spot order is to buy (1) or sell (2).', [
        WIRE,
        'an order of type %s is to %s, and says so',
      ]),
      row(
        'R1.04',
        'A contract is long (1, buy) or short (2, sell), and closed by type or all; pending 0, open 1, closed 2, cancelled 3.',
        [CONTRACT_WIRE, 'reads type %s as %s'],
        [CONTRACT_WIRE, '/lever/batch_close closes the long ones by 1, the short ones by 2, and all by 0'],
        [CONTRACT_WIRE, '/lever/my_trade lists by the specification’s numbers and by the words'],
      ),
      row(
        'R1.05',
        'A seconds option is rise (1) or fall (2); open 1, settled 2, void 3.',
        [
          OPTION_ROUTES,
          'T24: is taken by the specification’s names and numbers, whatever else is sent with them',
        ],
        [OPTION_ROUTES, 'is listed newest first, five a page, by instrument and status'],
      ),
      row('R1.06', 'Following is by amount (1) or ratio (2).', [
        'server/products/copy/wire.behavior.pg.test.ts',
        '/follow/follow reads type %s as %s, from a form and from JSON',
      ]),
      row('R1.07', 'A dual investment is a call, the default, or a put.', [
        DUAL,
        'is by name on the wire, of a list that is asked for either way',
      ]),
      row(
        'R1.08',
        'Document, kind of verification, gender and states have their words and numbers.',
        [VERIFICATION, 'takes the wire’s names and numbers, and its answers never carry the number back'],
        [VERIFICATION, 'takes the document %s by word and by its number %i, and says the word'],
        [VERIFICATION, 'of kind %s takes two photos'],
        [VERIFICATION, 'takes the gender %s'],
        [VERIFICATION, 'is not verified 0, under review 1, verified 2 or rejected 3'],
      ),
      row(
        'R1.09',
        'A loan is not reviewed 0, issued 1, unpaid 2, repaid 3 or rejected 4.',
        [SPECIFIED, 'is listed by %s and by the word %s alike, and says the word'],
        [LOANS, 'and is not repaid is overdue: once, with the score of each day, the same however late'],
      ),
      row(
        'R1.10',
        'A presale is not started, in progress, sold out or ended, and says the word; no call takes one.',
        [IEO_ORDERS, 'is by name on the wire, of paths and values of the specification'],
        [IEO_ORDERS, 'finds its sale not started, in progress, sold out or ended, by the wire’s words'],
        [CONTRACT, 'every list of allowed words is told whole, with the numbers of the wire'],
      ),
      row(
        'R1.11',
        'Records of funds are deposits 0, wires 1 and withdrawals 2.',
        [WIRE, 'the records of type %s are the deposits'],
        [WIRE, 'the records of type %s are the wires'],
        [WIRE, 'the records of type %s are the withdrawals'],
      ),
      row(
        'R1.12',
        'Term orders are normal or ended.',
        [WIRE, 'a locked deposit is normal'],
        [WIRE, '%s %s refuses %o'],
      ),
      row(
        'R1.13',
        'An artwork is 2 before its start, 1 or 0 within, 0 after.',
        [NFT, 'is 2 before the start, 1 from the start on, and 0 from the end on'],
        [NFTS, 'is one of three states on the wire, exact at both ends'],
      ),
      row('R1.14', 'News are of five classes by number and word.', [
        'server/products/content/content.behavior.pg.test.ts',
        'by form and by JSON, with c_id as a number or a word',
      ]),
      row('R1.15', 'A real account is 0.', [WIRE, 'the account of a customer is a real one, type 0']),
      row(
        'R1.16',
        'The rate of a withdrawal’s fee is a text, in percent: the highest of all ways out.',
        [
          SPECIFIED,
          'the site says the highest rate of a withdrawal’s fee, as text in percent, and a chain’s fee does not grow',
        ],
        [
          'domain/withdrawal/rules.test.ts',
          'the rate that the site says is the highest of all ways, in percent',
        ],
      ),
      row('R1.17', 'The scenes of a code, and what is meant without one.', [USER, 'what a code is for > %s']),
      row('R1.18', 'Answers have the specification’s names where it has one.', EACH_CALL),
      row(
        'R1.19',
        'Symbols with a dash or a slash, times of ten or thirteen digits.',
        ['domain/fields.test.ts', '%s means %s'],
        ['domain/fields.test.ts', '%s is %d ms'],
      ),
      row(
        'R1.20',
        'A price is cleared by 0, a text by a dash.',
        [CONTRACTS, 'clears a stop by 0, and leaves what is not said'],
        [
          'server/users/service.behavior.pg.test.ts',
          'is cleared by a dash, one field at a time, and twice in a row',
        ],
      ),
      row('R1.21', 'Language and customer said twice with one value pass.', [
        'server/platform/http/flat-body.test.ts',
        'passes the language and the customer said twice with one value, and refuses two values',
      ]),
      row(
        'R1.22',
        'Pages of 100 projects, 10 wallet records, 5 seconds options, 20 elsewhere; a larger wish is answered with a cursor.',
        [CONTRACT, '%s has the specification’s page'],
        [CONTRACT, '%s takes a larger wish'],
      ),
      row('R1.23', 'Refusals answer 200, what is no call 404.', EACH_CALL, [AUTHORITY, 'does not know %s']),
    ],
  },
  {
    title: 'Rulings 2: calls',
    rows: [
      row(
        'R2.01',
        'The 122 calls with their parameters, nothing skipped.',
        EACH_CALL,
        [CALLS, 'all 122 calls were made'],
        ['scripts/conformance/conformance.test.ts', 'each parameter of a call is an input of the contract'],
        [CALLS, 'each parameter was sent, also what may be left out'],
      ),
      row(
        'R2.02',
        'Calls of artworks that read answer both methods; what changes something answers POST alone.',
        [CALLS, '%s changes nothing by GET'],
        [NFTS, 'reads answer GET and POST, and what changes something answers POST alone'],
      ),
      row('R2.03', 'What is added is published: the contract is the truth.', [
        AUTHORITY,
        'is in OpenAPI, each listener with its own',
      ]),
    ],
  },
  {
    title: 'Rulings 3: pages that come in pairs',
    rows: [
      row('R3.01', 'Each of a pair is a page of its own.', [
        PAGES,
        'is called differently from every other in the tab, but for home and sign-in',
      ]),
      row('R3.02', 'Everything that ended is in one list.', [
        'e2e/option.e2e.ts',
        'it is in the history of everything that ended too',
      ]),
      row(
        'R3.03',
        'Copying: ranking, a lead’s card and history, own relations, leading.',
        ['e2e/copy.e2e.ts', 'finds the lead from home, with what followers got before everything else'],
        [
          'e2e/copy.e2e.ts',
          'the lead’s page counts the follower, and what was closed stands in the public history',
        ],
        ['e2e/copy.e2e.ts', 'stops, after choosing what becomes of an open position'],
        ['e2e/copy.e2e.ts', 'applies with an introduction, and sees that it is under review'],
      ),
      row(
        'R3.04',
        'The binding texts of copying are accepted before the first copy.',
        ['e2e/copy.e2e.ts', 'sees what can be lost, and accepts the agreement, before anything is sent'],
        [
          'texts/agreements.test.ts',
          'both texts of copy trading have the version in force, and the same clauses',
        ],
      ),
      row(
        'R3.05',
        'Verification: basic, advanced, what each unlocks, and what became of it.',
        ['e2e/verification.e2e.ts', 'who is refused for want of it is led to what each level unlocks'],
        ['e2e/verification.e2e.ts', 'the customer sees why, and sends those two alone again'],
      ),
      row('R3.06', 'Countries stand under letters.', [
        'e2e/states.e2e.ts',
        'the countries stand under letters, and a letter leads to its own',
      ]),
      row(
        'R3.07',
        'An address is typed, or shown with a way to copy and open it; there is no map.',
        [CONTENT, 'types an address part by part'],
        [CONTENT, 'copies an address that is shown, and opens it in a map of the device'],
      ),
      row('R3.08', 'All ways in and out stand on one page.', [
        'e2e/bank-deposit.e2e.ts',
        'stand on one page, which home’s deposit leads to',
      ]),
      row('R3.09', 'Questions with a search, and whether the answer helped.', [
        CONTENT,
        'finds a question by a word, reads the answer, says that it helped, and goes on to where it leads',
      ]),
      row('R3.10', 'Outside pages are of allowed hosts alone.', [
        CONTENT,
        'T73: goes outside only to hosts that were allowed, in a window of its own',
      ]),
      row('R3.11', 'Savings by kind, with a switch between locked deposits and lock-mining.', [
        'e2e/savings.e2e.ts',
        'switches between locked deposits and lock-mining, in what is offered and in what one has',
      ]),
      row('R3.12', 'News beside messages.', [
        CONTENT,
        'sees the banner at home, and the news beside the messages',
      ]),
      row(
        'R3.13',
        'Artworks: what is bought, owned, resold, and its artist.',
        ['e2e/nft.e2e.ts', 'finds the artwork, its artist and where its price goes'],
        ['e2e/nft.e2e.ts', 'buys it at the price that was shown, and owns it'],
        ['e2e/nft.e2e.ts', 'sells it on a day later, with fee and royalty before the tap'],
      ),
    ],
  },
  {
    title: 'Rulings 4: contradictions settled',
    rows: [
      row('R4.01', 'The shortest seconds option has 60 s, 30 s in a demonstration.', [
        OPTION,
        'of a demonstration may be as short as half a minute',
      ]),
      row(
        'R4.02',
        'Nothing is decided by an old price; without a valid one around entry or exit an option is void.',
        [
          'server/products/misbehaving-feed.behavior.pg.test.ts',
          'before the entry or before the expiry makes options void: the stake comes back',
        ],
        ['domain/market/freshness.test.ts', 'none counts longer than the longest'],
      ),
      row(
        'R4.03',
        'Live prices are the median of all configured sources, each named in its tick.',
        [
          'server/markets/feeds/live/median.test.ts',
          'T36: a price is the median of what the sources said last, with the volume of those that count',
        ],
        [
          'domain/market/sources.test.ts',
          'one source alone is the price of what no exchange of coins quotes, and never of a coin',
        ],
      ),
      row('R4.04', 'What has no live price says so and is not traded.', [
        'server/products/no-price.behavior.pg.test.ts',
        'what the key is refused for has no live price: its quote says so, and no order is taken, in any language',
      ]),
      row(
        'R4.05',
        'Refusals of a withdrawal come in one order: sign-in, tier, pay password, then what it is paid to, waits, limit, balance.',
        [SPECIFIED, 'is refused for sign-in, verification, pay password, address and balance, in that order'],
        [
          'domain/withdrawal/rules.test.ts',
          'it is refused in the order of the rulings: amount, pause, hold, address, price, limit',
        ],
      ),
      row('R4.06', 'A quote of a conversion holds its seconds, and converts one’s own money.', [
        CONVERT,
        'T05, T63: is not made at a quote that ran out, is somebody else’s, or is for something else',
      ]),
      row('R4.07', 'A copied position is taken out by its id; without one the own positions are listed.', [
        'server/products/copy/wire.behavior.pg.test.ts',
        '/follow/selfHolding lists own positions, and takes a copied one out by transaction_id',
      ]),
      row('R4.08', 'Sessions last 7 days unused and 30 in all.', [
        'server/users/service.behavior.pg.test.ts',
        'ends after 7 days without use, and after 30 in any case',
      ]),
      row(
        'R4.09',
        'Unverified: quotes, spot, locked savings, deposits, practice.',
        [PRACTICE, 'may practise, verified or not, and writes nothing but practice'],
        [TIERS, 'to who is %s by what takes more, and by no other call'],
        [TIERS, '%s does what it should'],
        [TIERS, 'a deposit is asked for'],
        [TIERS, 'contracts are practised'],
      ),
      row(
        'R4.10',
        'Basic verification: withdrawal, contracts, seconds options, dual, new coins, following, selling coins.',
        [
          WITHDRAWAL,
          'is refused for who is not verified, without a pay password, and for what the address book does not have',
        ],
        [POSITIONS, 'is refused to who is not verified, cannot pay, or names another margin currency'],
        [OPTION_ROUTES, 'without being verified'],
        [DUAL, 'takes basic verification, and who froze the account buys nothing'],
        [IEO_ORDERS, 'takes basic verification, and who froze the account orders nothing'],
        ['server/products/eligibility/limits.pg.test.ts', 'the first are those of the rulings'],
        [TIERS, 'to who is %s by what takes more, and by no other call'],
      ),
      row(
        'R4.11',
        'Advanced verification: loans, leading, being a merchant, higher limits; what takes more answers 998 and leads to verification after 1.2 s.',
        [LOANS, 'takes advanced verification, and the terms that were seen'],
        [
          'server/products/copy/routes.behavior.pg.test.ts',
          'following takes the basic verification and leading the advanced one: less of it is answered by 998',
        ],
        ['web/app/verification-needed.test.ts', 'what takes more verification leads to it after 1.2 s'],
        [TIERS, 'to who is %s by what takes more, and by no other call'],
        [
          'domain/withdrawal/rules.test.ts',
          'the limit is met to the last unit, and by nobody who is not verified',
        ],
      ),
      row(
        'R4.12',
        'Which signs texts may have.',
        ['domain/fields.test.ts', 'a customer’s text > may be %j'],
        ['domain/fields.test.ts', 'may not hold %s'],
      ),
      row('R4.13', 'What begins as audio is said to be that.', [
        'server/platform/uploads/image.test.ts',
        '%s is named as the audio file it is',
      ]),
      row('R4.14', 'Nothing is under development.', [
        'scripts/conformance/conformance.test.ts',
        'no text says that something is under development',
      ]),
      row('R4.15', 'Commission is of spot fees alone.', [
        INVITE,
        'is a fifth of a friend’s fees, in their coin, held for 30 days and paid once',
      ]),
      row('R4.16', 'Nothing renews itself: a term order ends.', [
        'scripts/conformance/conformance.test.ts',
        'nothing renews itself: no call takes or answers a word for it',
      ]),
      row(
        'R4.17',
        'The statement, orders and records alone are pulled down.',
        ['e2e/statement.e2e.ts', 'is asked for anew when a finger pulls it down far enough'],
        ['web/app/pulled-pages.test.ts', 'the statement, orders and records alone are pulled down'],
      ),
      row(
        'R4.18',
        'Margin is isolated: each position by itself.',
        [
          CONTRACTS,
          'T23: over 20,000 gap paths no customer loses more than the margin, and the insurance pays exactly the rest',
        ],
        [
          POSITIONS,
          'that ends one position by more than its margin leaves another and the wallet as they were',
        ],
      ),
    ],
  },
  {
    title: 'Rulings 5: money defaults',
    rows: [
      row(
        'R5.01',
        'A part of the price of an exchange buys whole coins; a price that is sent is compared alone.',
        [IEO, 'is of as many whole coins as the amount buys'],
        [IEO, 'is compared with the price that a client sends, which is never used'],
      ),
      row('R5.02', 'A term of 30 days is charged for 29.', [
        LOAN,
        'a term of 30 days is charged for 29, and without a free day for 30',
      ]),
      row(
        'R5.03',
        'A commission is a fifth of spot fees for 180 days, paid after 30, at most 500 USDT a month, to verified ones.',
        ['domain/invite/rules.test.ts', 'ends 180 days after registration and is paid 30 days after its day'],
        [INVITE, 'T50: of a month is at most 500 USDT in value, whoever traded and in whichever coin'],
        [INVITE, 'T50: is paid when both are verified by then, and else goes back to the fees'],
      ),
      row(
        'R5.05',
        'Practice has currencies of its own, by the same prices and terms.',
        ['e2e/practice.e2e.ts', 'an order opens a position in practice, and no real one'],
        [PRACTICE, 'has the prices, costs and result of a real one at the same ticks'],
      ),
      openRow(
        'R5.06',
        'Practice in seconds options and in copying, and the replay of a day.',
        'of following: a stop-loss; of a replay: instruments whose quote is converted',
        ['e2e/practice.e2e.ts', 'a seconds option is staked with practice money, and no real one'],
        [
          'e2e/practice.e2e.ts',
          'a day of the past is played, traded and ends with its result, and the wallet stays as it is',
        ],
        [
          'domain/practice/day-replay.test.ts',
          'opens at its price once the ask is there, and not a tick before',
        ],
        ['domain/practice/day-replay.test.ts', 'moves the liquidation away and comes back with the closing'],
        [
          'server/products/practice/seconds.behavior.pg.test.ts',
          'has the ticks, terms and outcome of a real one, and counts in no figure of real ones',
        ],
        [
          'server/products/practice/following.behavior.pg.test.ts',
          'has a copy of what opens, with the wished margin, and of the part that closes',
        ],
        [
          'server/products/practice/mirroring.behavior.pg.test.ts',
          'a copy keeps to the limits of a trade and of all, and to the ratio',
        ],
      ),
      row(
        'R5.07',
        'Contracts are in USDT; other quotes are converted by the named pair of the same moment, both ticks kept.',
        [POSITIONS, 'is settled in USDT at the converting pair of the same moment, and both ticks are kept'],
        [CONTRACTS, 'is converted by the named pair, in the direction in which it is quoted'],
      ),
      row('R5.08', 'A position whose stress move the platform could not pay is refused.', [
        POSITIONS,
        'is refused where the platform could not pay the stress move of it',
      ]),
      row(
        'R5.09',
        'The liquidation price that is shown is acted on, and the insurance pays for gaps alone.',
        [
          CONTRACTS,
          'the liquidation price shown is the one acted on, over 10,000 positions resized, topped up and financed',
        ],
        [
          CONTRACTS,
          'T23: over 20,000 gap paths no customer loses more than the margin, and the insurance pays exactly the rest',
        ],
      ),
      row('R5.10', 'Lots, fees, leverage, maintenance and caps by class.', [CONTRACTS, 'the terms > of %s']),
      row('R5.11', 'Financing is charged at midnight UTC from the margin.', [
        POSITIONS,
        'is charged at midnight UTC from the margin, and moves the liquidation price',
      ]),
      row(
        'R5.12',
        'A market order has a cap of slippage; better prices are the customer’s.',
        [POSITIONS, 'is refused when the price has moved away beyond the cap since the customer saw it'],
        [POSITIONS, 'beyond the market opens at once, at the better price'],
      ),
      row(
        'R5.13',
        'A short quiz comes before the first contract and the first seconds option.',
        [POSITIONS, 'is refused before the risk notice is accepted'],
        [OPTION_ROUTES, 'before the risk notice is accepted with the right answers'],
      ),
      row('R5.14', 'The share of accounts that lost money is computed from the ledger.', [
        'domain/user/loss-share.test.ts',
        'of %d that lost among %d: %s',
      ]),
      row(
        'R5.15',
        'Seconds options: periods with their payouts, stakes, how many are open and in a day.',
        [OPTION_ROUTES, 'say periods, payouts, break-even shares and limits to everybody'],
        [OPTION, 'has its winnings by the period'],
        [OPTION, 'the limits of a customer > with %s'],
      ),
      row(
        'R5.16',
        'A loss limit is lowered at once and raised after a day; 15 minutes’ pause after five losses; self-exclusion.',
        [OPTION, 'is lowered at once and raised after a day'],
        [OPTION, 'pause them for 15 minutes after five losses in a row; ties and void orders do not count'],
        [OPTION, 'customers exclude themselves for a day to five years, and never for less than before'],
      ),
      row('R5.17', 'Seconds options are off by country, and on in a demonstration.', [
        OPTION_ROUTES,
        'where it is not offered in their country; in a demonstration it is',
      ]),
      row('R5.18', 'What a seconds option pays for a win, a loss, a tie and when void.', [
        OPTION_RULES,
        'stake and winnings are paid for a win, nothing for a loss, the stake for a tie and for a void order',
      ]),
      row(
        'R5.19',
        'A copy is of an amount or ratio, at most 5 % of the equity, at the lead’s tick; beyond the follower’s slippage it is skipped.',
        [COPY, 'is made smaller by 5 % of the equity, by the limit of a trade and of all, and says by which'],
        [COPY, 'T32: is copied at the tick of the lead, with the margin that the follower chose'],
        [
          COPY,
          'T32: is skipped for who has too little left, who is paused, and beyond the slippage of a follower',
        ],
        [COPY_RULES, '%j is refused with %s'],
      ),
      row('R5.20', 'A copied position closes at the lead’s price, within a minute too.', [
        COPY,
        'is copied at the tick and price of the lead, within a minute too, all of it and in proportion',
      ]),
      row('R5.21', 'One level: who leads follows nobody.', [
        COPY,
        'T31: is refused to a lead, to who has not agreed, twice with one lead; a follower may not apply',
      ]),
      row(
        'R5.22',
        'The lead’s share is of what is above the highest alone, 10 % and at most 20 %, monthly and at the end.',
        [COPY_RULES, 'a share is of what is above the highest alone, rounded down to the follower'],
        [COPY_RULES, 'of a lead: a share of at most 20 %, 10 % by default'],
        [COPY, 'is paid once a month, and not again for what was paid'],
      ),
      row(
        'R5.23',
        'A reviewer sees at most 40 documents a day, each with a mark of who looks.',
        [VERIFICATION, 'T82: no reviewer sees more than 40 in a day, and the 31st in an hour is told'],
        [VERIFICATION, 'is shown with the viewer over it, and stands in the log with each look'],
      ),
      row(
        'R5.24',
        'Fee and minimum of a withdrawal by network.',
        [SPECIFIED, 'of %s by %s costs %s, from %s on'],
        [
          WITHDRAWAL,
          'T08: is not taken unless it is above its fee and at least the minimum; the fee is part of it',
        ],
      ),
      row('R5.25', 'A card costs half a percent and at least 5, one abroad 1 % and at least 25.', [
        SALE,
        'an international card costs 1 % and at least 25, and from 50 on',
      ]),
      row(
        'R5.26',
        'The first withdrawal and those above 1 BTC are looked at by two operators.',
        ['domain/withdrawal/rules.test.ts', 'the first one and those above 1 BTC are looked at'],
        [
          WITHDRAWAL,
          'holds the amount, shows the fee and what arrives, and is looked at because it is the first',
        ],
        [
          WITHDRAWAL,
          'approved by two, paid by hand by two: what was held leaves, the fee stays (safety I6, I18)',
        ],
        [WITHDRAWAL, 'the second one is nobody’s to look at, unless it is worth more than 1 BTC'],
      ),
      row(
        'R5.27',
        'A new address, card, password, pay password or second factor waits 24 h, as does its removal.',
        [WITHDRAWAL, 'T10: waits 24 h after a new address and after another pay password'],
        [WITHDRAWAL, 'T10: waits 24 h after it was set, and says until when'],
        ['server/products/sale/sale.behavior.pg.test.ts', 'goes to a card of one’s own that is 24 h old'],
        ['server/users/password-change.pg.test.ts', 'T10: a change holds withdrawals for 24 hours'],
        [
          'server/users/second-factor.pg.test.ts',
          'T10: takes the password and a code, and holds withdrawals for 24 hours',
        ],
      ),
      row(
        'R5.28',
        'Dollars and euros come from sold coins, wires and cards, and go out again.',
        [
          'server/products/deposit/bank.behavior.pg.test.ts',
          'by %s is credited with what arrived once two have found it, and is in statement and records',
        ],
        [
          SPECIFIED,
          'of dollars and euros goes to a card of each kind, by form, and their fee is of the kind',
        ],
        [
          'server/products/withdrawal/card.behavior.pg.test.ts',
          'paid by two with the bank’s reference: what was held leaves, the fee stays, and the customer is told',
        ],
      ),
      row(
        'R5.29',
        'A conversion costs 0.1 %, at least a unit, from 5 USDT on, over USDT where a pair has no price.',
        ['domain/convert/rules.test.ts', 'takes a unit of fee at least'],
        ['domain/convert/rules.test.ts', 'of %s units of USDT is within its limits or not'],
        [CONVERT, 'goes over USDT where two coins have no price of their own'],
      ),
      row(
        'R5.30',
        'Over the counter: 15 minutes to pay, a warning when names differ, disputes, a chat with pictures.',
        [OTC, 'ends unpaid after 15 minutes, and the coin is back in the offer'],
        [OTC, 'warns the seller when it was paid from another’s account'],
        [
          OTC,
          'is opened by either side once it is paid, with pictures, and decided for the seller with a reason',
        ],
        [OTC, 'T65: takes plain texts and pictures, of the two sides, and shows them to both'],
        [OTC, 'has a record that follows from orders alone'],
      ),
      row(
        'R5.31',
        'Quantitative savings pay daily at midnight, with 24 h notice or a fixed term; the page says what they are not.',
        [QUANTIZATION, 'pays interest to funding each midnight and always has thirty days more set aside'],
        [
          QUANTIZATION,
          'is paid out in full 24 hours after notice, with the interest of all full days until then',
        ],
        [
          'e2e/savings.e2e.ts',
          'offers quantitative savings beside locked deposits, and says what they are not',
        ],
      ),
      row('R5.32', 'Lock-mining pays another coin, from a covered fund.', [
        'server/products/earn/mining.behavior.pg.test.ts',
        'sets its whole reward aside in the other coin, credits each day once, and pays both at its end',
      ]),
      row(
        'R5.33',
        'Dual: whole units, the average of half an hour, put off once, both pay-outs set aside at the sale.',
        [DUAL, 'T41: is of whole units within its limits, and of nobody else'],
        [DUAL, 'pays the one or the other by the average of the half hour, and a browser computes it again'],
        [DUAL, 'is put off by a day without enough minutes, once, and told'],
        [DUAL, 'without an average on two days, pays principal and yield in what was put in, and proves it'],
        [DUAL, 'puts the principal aside, and what the platform may pay beside it'],
      ),
      row(
        'R5.34',
        'A subscription is shared out pro rata, the rest to the largest remainders; not listed in 90 days, the money goes back.',
        [IEO, 'is as computed apart: $name'],
        [IEO_ORDERS, 'that is never listed gives all money back after ninety days'],
      ),
      row(
        'R5.35',
        'Loans by score: 20 times what is above 440, which rises and falls with repayments.',
        [LOAN, 'a score of %i may owe %s'],
        [LOANS, 'and is not repaid is overdue: once, with the score of each day, the same however late'],
      ),
      row(
        'R5.36',
        'Loans: free for 24 h exactly, then by the day begun; none free within a day of a repaid one; one application at a time.',
        [LOAN, 'no day is charged for exactly 24 hours, and the next begins a millisecond later'],
        [LOANS, 'T44: a loan within a day of a repaid one has no free day'],
        [LOANS, 'T44: is refused above the limit, below zero, of no days, and while another waits'],
      ),
      row(
        'R5.37',
        'Loans: withdrawals leave what is owed, reminders 3, 1 and 0 days before, a contract as PDF in each language.',
        [LOANS, 'is no more than is there beyond what is owed, to the unit'],
        [LOANS, 'is reminded 3, 1 and 0 days before, each once, however late the job runs'],
        ['server/products/loan/contract-pdf.test.ts', 'is a whole PDF that embeds its font'],
      ),
      row(
        'R5.38',
        'Artworks: margin 10 %, step 5 %, two minutes more, paid within 24 h, fee 2.5 %, royalty at most 10 %, resale after 24 h.',
        [NFT, 'begins at the start price and rises by at least 5 % of it, with a margin of 10 %'],
        [NFT, 'in the last two minutes moves the end by two minutes, and earlier does not'],
        [NFTS, 'is paid within 24 hours: the margin is part of the price'],
        [NFT, 'are 2.5 % for the platform, the royalty for the artist, and the rest for the seller'],
        [NFT, 'is an artwork with a royalty of at most 10 %, and a run of at most a hundred'],
        [NFT, 'begins 24 hours after the artwork came'],
      ),
      row(
        'R5.39',
        'Coupons: points on one savings order, trial principal whose interest alone is paid, a part of spot fees; from a funded account, the best one applied.',
        [COUPON, 'is the best one, set aside at once, named on the order, and paid at its end once'],
        [COUPON, 'pays its interest at its end, and its principal is the fund’s again'],
        [COUPON, 'pays its share of the fee that was charged, once, to funding, and stands on the order'],
        [COUPON, 'that the fund cannot pay is not applied, says so, and never takes the fund below zero'],
      ),
      row(
        'R5.40',
        'The game gives points for a guess of the next hour’s price, and no money.',
        [
          GAME,
          'is decided by the last tick at or before the hour, with the points that the rule gives, whoever asks',
        ],
        [GAME, 'T52: no money moves, whatever is guessed and counted'],
      ),
      row('R5.41', 'Photos have at most 10 MB.', [
        'server/products/wallet/service.pg.test.ts',
        'is refused without a session, without a file, when it is none, and when it is too large',
      ]),
      row('R5.42', 'A contract’s points: its way between opening and closing in ticks.', [
        POSITIONS,
        'has points: the ticks from its opening to its closing, lost ones below zero',
      ]),
      row('R5.43', 'A limit of a contract is within 5 % of the mark price.', [
        CONTRACTS,
        'takes a limit within 5 % of the mark price, to the tick at both ends',
      ]),
      row(
        'R5.44',
        'Copies are of 10 to 5,000 USDT or of a tenth to twice the lots, in no circle.',
        [COPY_RULES, '%j is refused with %s'],
        [
          COPY,
          'T31: is refused to a lead, to who has not agreed, twice with one lead; a follower may not apply',
        ],
        [COPY_RULES, '%j is taken, at the end of what may be'],
      ),
      row('R5.45', 'A case of verification is open to its reviewer for 5 minutes.', [
        VERIFICATION,
        'and its case are open for five minutes to who opened it, and to nobody after that',
      ]),
      row(
        'R5.46',
        'New coins unlock from their listing on; half of a supply is exchanged, half subscribed.',
        [
          IEO_ORDERS,
          'announce a sale, change it before it opens, close and open it, and list its coin while all runs',
        ],
        ['e2e/ieo.e2e.ts', 'announce a sale, another one approves it'],
      ),
      row(
        'R5.47',
        'Loans of 100 to 10,000 USDT for 7, 15, 30, 60 or 90 days at 0.03 % a day, overdue 0.06 %; reviewed within 4 h.',
        [LOANS, 'the terms of a new exchange are those of the rulings'],
      ),
      row(
        'R5.48',
        'Artworks are rows with a history, not on a chain: the pages say so.',
        [
          'scripts/conformance/conformance.test.ts',
          'artworks are said to be a record with a history, and no token of a chain',
        ],
        ['e2e/nft.e2e.ts', 'finds the artwork, its artist and where its price goes'],
      ),
      row(
        'R5.49',
        'Seconds options go by the verified country, before that by the calling code; unknown is off.',
        [OPTION_ROUTES, 'where it is not offered in their country; in a demonstration it is'],
        [COUNTRIES, 'is opened by two, closed by one at once, and who did it is kept'],
        [
          COUNTRIES,
          'the country is that of the verification, before it that of the calling code; where none is known it is as at first',
        ],
      ),
    ],
  },
]
