import { openRow, row, type Section, type Shown } from './row.ts'
import { rulings } from './rulings.ts'

const CALLS = 'server/matrix/calls.behavior.pg.test.ts'
const SPECIFIED = 'server/matrix/specified.behavior.pg.test.ts'
const ADDRESS_PICTURE = 'server/products/withdrawal/address-picture.behavior.pg.test.ts'
const CARD_OUT = 'server/products/withdrawal/card.behavior.pg.test.ts'
const BROWSER = 'e2e/specified.e2e.ts'
const PAGES = 'e2e/conformance.e2e.ts'
const WIRE = 'server/matrix/wire.behavior.pg.test.ts'
const AUTHORITY = 'server/matrix/authority.behavior.pg.test.ts'
const HERE = 'scripts/conformance/conformance.test.ts'
const CONTRACT = 'server/contract.test.ts'
const USER = 'domain/user/rules.test.ts'
const LANGUAGES: Shown = [PAGES, 'is right in …']
const ALL_CALLS: Shown = [
  HERE,
  'all 122 calls of the specification are in the contract, by a method that it gives them',
]
const ALL_PAGES: Shown = [HERE, 'all 94 pages of the specification are routes of the app']
const NO_ERROR: Shown = [PAGES, 'is right in English']
const TIMES: Shown = [HERE, 'the time of %s is the specification’s']
const NUMBERS: Shown = [HERE, 'languages, class numbers, error numbers and version are the specification’s']

/** Every sentence of the specification. */
export const sections: readonly Section[] = [
  {
    title: '1. What it does, and for whom',
    rows: [
      row(
        'S1.01',
        'Customers sign in by email or mobile; verification opens more services.',
        ['e2e/access.e2e.ts', 'opens with the right code, signed in at once, with nothing in it'],
        [
          'e2e/unverified.e2e.ts',
          'a contract is refused with the reason, and verification is where it leads',
        ],
      ),
      row(
        'S1.02',
        'Quotes of favorites, currencies, stocks, futures, coins and ETFs.',
        [SPECIFIED, 'of %s, class %i, has all of it and nothing else'],
        [SPECIFIED, 'of favorites, class 100, has those that the customer chose'],
        ['domain/market/instrument.test.ts', 'has no symbol twice and fills all five classes'],
      ),
      row('S1.03', 'Spot trading with limit orders.', [
        'e2e/main-job.e2e.ts',
        'a limit order that crosses the ask fills at once, and the balances change by exactly that',
      ]),
      row('S1.04', 'Contracts with leverage, take profit and stop loss.', [
        'e2e/contracts.e2e.ts',
        'takes a take profit and a stop loss, each on its own side of the mark price',
      ]),
      row('S1.05', 'Seconds options.', [
        'e2e/option.e2e.ts',
        'an order waits for its entry, runs, and gets its result by two ticks that the page names',
      ]),
      row('S1.06', 'Trading over the counter.', [
        'e2e/otc.e2e.ts',
        'buys of the merchant, writes, pays, and gets the coin once it is released',
      ]),
      row(
        'S1.07',
        'Quantitative savings.',
        [
          'e2e/savings.e2e.ts',
          'offers quantitative savings beside locked deposits, and says what they are not',
        ],
        [
          'server/products/earn/quantization.behavior.pg.test.ts',
          'is paid out in full 24 hours after notice, with the interest of all full days until then',
        ],
        [
          'e2e/earn-terms.e2e.ts',
          'savings without a term have notice in place of a penalty, and say what is wrong',
        ],
      ),
      row(
        'S1.08',
        'Lock-mining and locked deposits.',
        [
          'e2e/earn-terms.e2e.ts',
          'lock-mining asks for the coin it earns and its units a day, and a checker reads both',
        ],
        ['e2e/earn.e2e.ts', 'run to its end is paid out by itself, with all its interest'],
      ),
      row('S1.09', 'Investments, dual investment among them.', [
        'e2e/dual.e2e.ts',
        'of either type is made at what was shown',
      ]),
      row('S1.10', 'Presale of new coins, by subscription and by exchange.', [
        'e2e/ieo.e2e.ts',
        'sees what a subscription would bring if the sale closed now, and orders both ways',
      ]),
      row(
        'S1.11',
        'Artworks and blind boxes: artists, artworks, collections, resale.',
        ['e2e/nft.e2e.ts', 'finds the artwork, its artist and where its price goes'],
        ['e2e/nft.e2e.ts', 'sells it on a day later, with fee and royalty before the tap'],
        ['e2e/box.e2e.ts', 'opens it once the next price has come, and computes the draw again'],
      ),
      row('S1.12', 'Copy trading and following.', [
        'e2e/copy.e2e.ts',
        'sees what the lead opens as it happens, at the lead’s own tick',
      ]),
      row('S1.13', 'Loans.', [
        'e2e/loan.e2e.ts',
        'says what it costs, when it is due, and what an early day saves, before anything is sent',
      ]),
      row('S1.14', 'Coins sold for dollars.', ['e2e/sale.e2e.ts', 'sells a coin at what the button said']),
      row(
        'S1.15',
        'Wire transfers and deposits by a bank’s slip.',
        [
          'e2e/bank-deposit.e2e.ts',
          'are credited with what arrived, once another operator has typed it from the bank’s statement',
        ],
        [
          'e2e/bank-deposit.e2e.ts',
          'euros by a bank’s slip > are sent with the slip, and rejected with a reason that the records show',
        ],
      ),
      row(
        'S1.16',
        'Deposit, withdrawal and transfer of funds.',
        ['e2e/journey.e2e.ts', 'deposits from a chain, and it is credited at the fifth block'],
        ['e2e/journey.e2e.ts', 'withdraws, and two operators review and pay it'],
        [
          'e2e/contracts.e2e.ts',
          'offers what is missing from the funding wallet, and opens nothing without it',
        ],
      ),
      row(
        'S1.17',
        'Coupons, invitations, customer service, news, questions, a game.',
        ['e2e/coupon.e2e.ts', 'a code is claimed once, however it is typed'],
        [
          'e2e/game.e2e.ts',
          'a guess is given and changed, and says when it closes and that points are not money',
        ],
        ['e2e/invite.e2e.ts', 'who comes by the link registers with the code'],
        [
          'e2e/content.e2e.ts',
          'finds a question by a word, reads the answer, says that it helped, and goes on to where it leads',
        ],
        ['e2e/content.e2e.ts', 'sees the banner at home, and the news beside the messages'],
      ),
      row('S1.18', 'Seven languages.', LANGUAGES, [
        'texts/texts.test.ts',
        'in %s have each plural in the forms of the language',
      ]),
      row(
        'S1.19',
        'The language that was chosen last, else English.',
        [BROWSER, 'a first visit is in English'],
        [
          'web/app/client-state.test.ts',
          'a first visit is in English and in US dollars, of nobody and of a real account',
        ],
        [
          'web/texts/choose-language.test.ts',
          'the language chosen last stays, also when the words of one chosen before arrive after it',
        ],
      ),
      row('S1.20', 'Every request says its language, and is answered in it.', [
        'server/platform/http/app.pg.test.ts',
        'answers refusals in the language of the request',
      ]),
      row('S1.21', 'Sign-in by a wallet in the browser.', [
        'e2e/wallet-sign-in.e2e.ts',
        'T61: a new wallet opens an account with the message it shows',
      ]),
    ],
  },
  {
    title: '2. Screens and routes',
    rows: [
      row('S2.01', 'Each page has a hash route; the base is relative.', ALL_PAGES, NO_ERROR),
      row(
        'S2.02',
        'Five tabs at the bottom: Home, Market, Savings, Loan, Account.',
        [
          BROWSER,
          'five tabs stand at the bottom and lead to their pages, in a dark bar of 70 px with the chosen one in lime',
        ],
        ['e2e/home.e2e.ts', 'leads to every tab and to what comes in and goes out'],
      ),
      row(
        'S2.03',
        'The bar of tabs is dark, 70 px high, the chosen one in lime; light in the light theme, which is chosen (decision 0036).',
        [
          BROWSER,
          'five tabs stand at the bottom and lead to their pages, in a dark bar of 70 px with the chosen one in lime',
        ],
      ),
      row(
        'S2.04',
        'A pull refreshes only where it is said.',
        ['e2e/statement.e2e.ts', 'is asked for anew when a finger pulls it down far enough'],
        ['web/app/pulled-pages.test.ts', 'the statement, orders and records alone are pulled down'],
      ),
      row('S2.05', 'The pages of all groups, 94 routes.', ALL_PAGES, NO_ERROR, [
        PAGES,
        'is called differently from every other in the tab, but for home and sign-in',
      ]),
      row('S2.06', 'A session that has ended leads to sign-in.', [
        'web/app/session-end.test.ts',
        'a session that has ended leads to sign-in after 1.2 s, and from there back',
      ]),
      row('S2.07', 'Where verification is needed, the way leads to it.', [
        'e2e/unverified.e2e.ts',
        'a contract is refused with the reason, and verification is where it leads',
      ]),
      row('S2.08', 'The old quotation page leads home.', [BROWSER, 'the old quotation page leads home']),
      row('S2.09', 'The tabs of classes by their numbers.', NUMBERS, [
        'domain/market/instrument.test.ts',
        'reads the class numbers of the wire both ways',
      ]),
      row(
        'S2.10',
        'Trade: options and contracts, rise and fall, leverage, limits, take profit, stop loss, positions, history, closing.',
        [
          'e2e/contracts.e2e.ts',
          'opens what it has shown: margin, fee, liquidation price, spread and the most that can be lost',
        ],
        ['e2e/contracts.e2e.ts', 'is closed in part, and the rest stays'],
        ['e2e/option.e2e.ts', 'it is in the history of everything that ended too'],
      ),
      row('S2.11', 'Loan: amount, term, daily interest, records.', [
        'e2e/loan.e2e.ts',
        'is repaid in a part at what was shown: interest, principal, and what it saves',
      ]),
      row('S2.12', 'The form of verification, with its photos.', [
        'e2e/verification.e2e.ts',
        'advanced verification goes through its four steps and both operators',
      ]),
      row('S2.13', 'Bank cards, and international ones with more.', [
        'e2e/cards.e2e.ts',
        'an international one asks for all that a bank abroad does',
      ]),
      row(
        'S2.14',
        'Deposits: card, coin, screenshot, last six digits, sender.',
        ['e2e/deposit.e2e.ts', 'is sent in with a screenshot, and waits for review'],
        ['e2e/bank-deposit.e2e.ts', 'are said with what is missing named, and wait for review'],
      ),
      row('S2.15', 'How a wire is made.', [
        'e2e/bank-deposit.e2e.ts',
        'go to an account that is shown whole, with the customer’s own reference to copy',
      ]),
      row(
        'S2.16',
        'Withdrawal to an address, a card and an international card, by pay password.',
        [
          CARD_OUT,
          'holds the amount, shows fee, what arrives and the card’s last digits, and is looked at because it is the first',
        ],
        [CARD_OUT, 'to a card that is %s, of %s %s, costs %s: %s arrive'],
        ['e2e/card-withdrawal.e2e.ts', 'withdraws dollars to a card at what the review said'],
        ['e2e/card-withdrawal.e2e.ts', 'review it, see the card, and pay it with the bank’s reference'],
        ['e2e/sale.e2e.ts', 'sees what each card costs, with price, tick and the seconds it holds'],
        ['e2e/sale.e2e.ts', 'sells a coin at what the button said'],
        [
          'server/products/sale/sale.behavior.pg.test.ts',
          'makes the fee: 1 % and at least 25 USDT abroad, and the smallest sale there 50',
        ],
        ['e2e/journey.e2e.ts', 'withdraws, and two operators review and pay it'],
      ),
      row(
        'S2.17',
        'Security: passwords, phone, email code.',
        ['e2e/journey.e2e.ts', 'sets a pay password and the contacts'],
        ['e2e/access.e2e.ts', 'whose password was forgotten gets a new one by code, and the old one is dead'],
      ),
      row(
        'S2.18',
        'Inviting friends by a link; choosing the language.',
        ['e2e/invite.e2e.ts', 'the page has the code, the link, the terms and what is empty'],
        LANGUAGES,
      ),
      row('S2.19', 'Records are narrowed to deposits 0, wires 1, withdrawals 2.', [WIRE, '%s %s refuses %o']),
    ],
  },
  {
    title: '3. Entities and their fields',
    rows: [
      row('S3.01', 'What the app keeps between visits.', [
        'web/app/client-state.test.ts',
        'all that the specification names is there at the next visit',
      ]),
      row('S3.02', 'The site says its name, logo and settings.', [
        'e2e/states.e2e.ts',
        'the site is called as its server says, with its logo, and the version is the specification’s',
      ]),
      row(
        'S3.03',
        'Fields of calls have the specification’s names, in requests and answers.',
        [CALLS, '%s answers by its method, names and values'],
        [CONTRACT, '%s answers a %s in the specification’s names'],
        [
          'domain/endpoint.test.ts',
          'an output is in the specification’s names on the wire, however deep, and back in ours',
        ],
      ),
      row('S3.04', 'Cards by the specification’s fields.', [
        'server/products/card/card.behavior.pg.test.ts',
        'is taken by the names of the specification',
      ]),
      row('S3.05', 'Presale by the specification’s fields.', [
        'server/products/ieo/ieo.behavior.pg.test.ts',
        'is by name on the wire, of paths and values of the specification',
      ]),
      row('S3.06', 'Contracts by the specification’s fields.', [
        'server/products/contract/wire.behavior.pg.test.ts',
        '/lever/my_trade lists by the specification’s numbers and by the words',
      ]),
      row('S3.07', 'Seconds options by the specification’s fields.', [
        'server/products/option/routes.behavior.pg.test.ts',
        'T24: is taken by the specification’s names and numbers, whatever else is sent with them',
      ]),
      row('S3.08', 'Spot orders by the specification’s fields.', [
        WIRE,
        'an order of type %s is to %s, and says so',
      ]),
      row('S3.09', 'Conversions by the specification’s fields.', [
        'server/products/convert/routes.behavior.pg.test.ts',
        'is kept by the specification’s names',
      ]),
      row(
        'S3.10',
        'Deposits, wallet and saved addresses by the specification’s fields; the picture of an address (`qrcode`) has to say the same, and nothing of it is kept.',
        ['server/products/deposit/service.pg.test.ts', 'takes the specification’s own names'],
        ['server/products/wallet/service.pg.test.ts', 'takes the specification’s own names'],
        [ADDRESS_PICTURE, 'with its code is taken, and is not kept'],
        [ADDRESS_PICTURE, '%s is refused, and nothing is saved'],
        ['e2e/address-picture.e2e.ts', 'says coin, network and address, and the address is saved'],
      ),
      row(
        'S3.11',
        'Locked deposits, following, dual and artworks by the specification’s fields.',
        [CALLS, '%s answers by its method, names and values'],
        [CONTRACT, '%s answers a %s in the specification’s names'],
      ),
      row('S3.12', 'A credit score.', ['domain/loan/rules.test.ts', 'a score stays within 0 and 1,000']),
      row(
        'S3.13',
        'Colors of currencies.',
        [HERE, 'BTC, USDT, LTC and ETH have each a color of its own'],
        [HERE, 'a currency that is listed has a color from the start'],
      ),
    ],
  },
  {
    title: '4. States and transitions',
    rows: [
      row('S4.01', 'Verification: not verified, under review, verified, rejected.', [
        'e2e/verification.e2e.ts',
        'an operator finds the case among those that wait, compares its photos, and refuses two items with reasons',
      ]),
      row(
        'S4.02',
        'Loans: not reviewed, issued, unpaid, repaid.',
        [
          'e2e/loan.e2e.ts',
          'is looked at by two operators, with the score and what all customers owe, and paid out',
        ],
        [
          'server/products/loan/loan.behavior.pg.test.ts',
          'of the limit waits for review; nothing is paid, and the rest of the limit is known',
        ],
        [
          'server/products/loan/loan.behavior.pg.test.ts',
          'and is not repaid is overdue: once, with the score of each day, the same however late',
        ],
        ['e2e/loan.e2e.ts', 'and then all of it, which the statement and the score show'],
      ),
      row(
        'S4.03',
        'Records of funds: pending, approved, rejected.',
        ['e2e/deposit.e2e.ts', 'is credited once another operator has checked it, and the statement says so'],
        [
          'e2e/deposit.e2e.ts',
          'that is rejected tells the customer why, and moves nothing; another operator sees both by itself',
        ],
      ),
      row('S4.04', 'Term orders: normal, ended.', [WIRE, '%s %s refuses %o']),
      row(
        'S4.05',
        'The words “under audit” and “audit failed”.',
        [BROWSER, 'records are narrowed to what is under audit, and to what failed it'],
        [
          'e2e/deposit.e2e.ts',
          'that is rejected tells the customer why, and moves nothing; another operator sees both by itself',
        ],
        [
          'e2e/bank-deposit.e2e.ts',
          'are sent with the slip, and rejected with a reason that the records show',
        ],
      ),
      row(
        'S4.06',
        'Presales: not started, in progress, sold out.',
        [BROWSER, 'a presale whose coins are gone says that it is sold out'],
        ['domain/ieo/rules.test.ts', 'is what time, supply and operators make of it'],
        ['e2e/ieo.e2e.ts', 'finds the sales under Savings and at home, with their bars'],
      ),
      row(
        'S4.07',
        'Positions are closed singly or together, and get take profit and stop loss.',
        ['e2e/contracts.e2e.ts', 'are closed together, or those of one direction, with what became of each'],
        ['e2e/contracts.e2e.ts', 'says what closing it now would pay after fees, and pays that'],
      ),
      row('S4.08', 'Early redemption has a penalty and a refund.', [
        'e2e/earn.e2e.ts',
        'redeemed early pays exactly what the quote said',
      ]),
      row(
        'S4.09',
        'Purchase status of an artwork by time: 2, 1 or 0, 0.',
        ['domain/nft/rules.test.ts', 'is 2 before the start, 1 from the start on, and 0 from the end on'],
        [
          'domain/nft/rules.test.ts',
          'is 0 in the window where its flag is off or it is sold, and 2 before the start also then',
        ],
        [
          'server/products/nft/nft.behavior.pg.test.ts',
          'is one of three states on the wire, exact at both ends',
        ],
      ),
      row(
        'S4.10',
        'A wallet whose account changed, one that is new, and a browser without one.',
        [
          'e2e/wallet-sign-in.e2e.ts',
          'T62: a changed account in the wallet asks first, and who stays is who they were',
        ],
        ['e2e/wallet-sign-in.e2e.ts', 'a browser without a wallet says so'],
      ),
    ],
  },
  {
    title: '5. Validation rules',
    rows: [
      row(
        'S5.01',
        'Passwords: six characters or more, digits and letters, no special ones.',
        [USER, '%s is taken'],
        [USER, '%j breaks the rule'],
        ['e2e/access.e2e.ts', 'does not open with a weak password: the rule is ticked off as one types'],
      ),
      row('S5.02', 'A pay password has at least six characters.', [
        USER,
        'a pay password may be digits alone',
      ]),
      row(
        'S5.03',
        'Codes have six digits.',
        [SPECIFIED, '%s is no code'],
        ['e2e/access.e2e.ts', 'does not open with a wrong code, and says so at the code'],
      ),
      row('S5.04', 'All fields of a card are required.', [
        'e2e/cards.e2e.ts',
        'an international one asks for all that a bank abroad does',
      ]),
      row(
        'S5.05',
        'Amounts and prices are right.',
        ['server/matrix/money.pg.test.ts', 'are all refused by %s in %s, and nothing is written'],
        [SPECIFIED, '“%s” is said by %s'],
        ['web/ui/number-text.test.ts', '%s is refused by name'],
      ),
      row('S5.06', 'What verification requires.', [
        'e2e/verification.e2e.ts',
        'advanced verification goes through its four steps and both operators',
      ]),
      row(
        'S5.07',
        'What a deposit requires.',
        [SPECIFIED, 'without %s is refused, and says which field that is'],
        [SPECIFIED, 'with %s for the end of its hash is refused'],
        ['e2e/bank-deposit.e2e.ts', 'are said with what is missing named, and wait for review'],
      ),
      row(
        'S5.08',
        'Uploads: one image; JPG, JPEG 2000, PNG.',
        ['server/platform/uploads/image.test.ts', '%s is no JPG or PNG, whatever its name says'],
        ['server/platform/uploads/jpeg2000.test.ts', '%s comes out as a JPEG with its pixels'],
        [WIRE, 'says that an upload is one file'],
      ),
      row('S5.09', 'No special punctuation in texts.', [
        CONTRACT,
        'special punctuation is refused in every text that customers and operators send',
      ]),
      row(
        'S5.10',
        'A card before withdrawing to one, a pay password first, verification for loans.',
        [CARD_OUT, 'is refused for verification, then pay password, then the card, pause, hold and limit'],
        [SPECIFIED, 'is refused for sign-in, verification, pay password, address and balance, in that order'],
        [SPECIFIED, 'to a card asks for sign-in, then verification, the pay password and the card'],
        [
          'server/products/loan/loan.behavior.pg.test.ts',
          'takes advanced verification, and the terms that were seen',
        ],
        ['e2e/sale.e2e.ts', 'who has no card is told to bind one, and led to it'],
        [
          'domain/withdrawal/rules.test.ts',
          'it is refused in the order of the rulings: amount, pause, hold, address, price, limit',
        ],
      ),
      row(
        'S5.11',
        'Nickname 2 to 10, signature 2 to 30 characters.',
        [USER, '%s may be a nickname'],
        [USER, 'signature %j: %s'],
      ),
      row(
        'S5.12',
        'How email, mobile and amounts are written.',
        ['domain/money/amount.test.ts', 'a text is taken for a decimal only if it is one'],
        [
          'domain/money/amount.test.ts',
          'no two currencies share a number or a code, and decimals stay within ten',
        ],
        [USER, '%s in %o is stored as %s'],
      ),
      row(
        'S5.13',
        'Numbers are abbreviated and cut.',
        ['web/format/number.test.ts', 'abbreviates the volume %s as %s'],
        ['web/format/number.test.ts', 'cuts %s to %i places without rounding up'],
      ),
      row(
        'S5.14',
        'How long ago something was; ten digits are seconds.',
        ['web/format/time.test.ts', '%i ms back reads %j'],
        ['web/format/time.test.ts', 'a ten-digit stamp is in seconds'],
      ),
    ],
  },
  {
    title: '6. Roles and permissions',
    rows: [
      row(
        'S6.01',
        'Without a session protected pages ask for sign-in, and calls answer 999.',
        [AUTHORITY, '%s answers 999'],
        ['e2e/access.e2e.ts', 'is left by signing out, and protected pages ask for sign-in again'],
      ),
      row('S6.02', 'Some actions need verification.', [
        'e2e/unverified.e2e.ts',
        'a seconds option is refused in the same way, and no stake is taken',
      ]),
      row('S6.03', 'Email and phone before verification.', [
        'server/products/verification/verification.behavior.pg.test.ts',
        'needs both contacts, and is not sent twice while it waits',
      ]),
      row(
        'S6.04',
        'Basic: 200 BTC a day and 2,000 USDT a trade; advanced: 500 and 1,000,000.',
        [
          'domain/withdrawal/rules.test.ts',
          'the limit is met to the last unit, and by nobody who is not verified',
        ],
        ['server/products/eligibility/limits.pg.test.ts', 'the first are those of the rulings'],
        [
          'server/products/withdrawal/races.pg.test.ts',
          'T09: at once under one limit of 200 BTC one of 199 BTC is taken, and the next when a day is over',
        ],
      ),
      row('S6.05', 'A demo account.', [
        'e2e/main-job.e2e.ts',
        'the demo customer signs in and comes from the list to the ticket',
      ]),
      row('S6.06', 'Followers and traders.', [
        'e2e/copy.e2e.ts',
        'is accepted by an operator, from the review queue',
      ]),
    ],
  },
  {
    title: '7. Calls',
    rows: [
      row(
        'S7.01',
        'The 122 calls, by their methods, names and values. `extension_code` of `/user/login` is taken and changes nothing: who signs in has an account, and an inviter is recorded when one is opened.',
        [
          'server/users/service.behavior.pg.test.ts',
          'T50: an invite code at sign-in invites nobody, whoever’s it is',
        ],
        ALL_CALLS,
        [CALLS, '%s answers by its method, names and values'],
        [CALLS, 'all 122 calls were made'],
        [WIRE, '%s takes GET alone'],
        [HERE, 'each parameter of a call is an input of the contract'],
        [CALLS, 'each parameter was sent, also what may be left out'],
      ),
      row(
        'S7.02',
        'Forms, the token in a header, the language and the customer in each.',
        [
          'server/platform/http/flat-body.test.ts',
          'passes the language and the customer said twice with one value, and refuses two values',
        ],
        [
          'server/platform/http/app.pg.test.ts',
          'T74: a call for customers answers 999 without a token, with a wrong one, and whatever uid says',
        ],
      ),
      row(
        'S7.03',
        'What counts as success.',
        ['web/app/envelope.test.ts', '%s is a success'],
        ['web/app/envelope.test.ts', 'type 1 without HTTP 200 is no success'],
      ),
      row('S7.04', 'The overlay comes after 800 ms.', TIMES),
      row(
        'S7.05',
        'Calls of artworks answer by both methods where they change nothing.',
        [CALLS, '%s answers by its method, names and values'],
        ALL_CALLS,
      ),
      openRow(
        'S7.06',
        'An upload answers the path of its image.',
        'the answer is the id that other calls take; the path of its image follows, `/api/upload/view?id=`, and is served to its owner’s session alone. A path that serves by itself, signed and for a short time, would be a key to documents in logs and histories, and no call takes one',
        [CALLS, '%s answers by its method, names and values'],
        [WIRE, 'says that an upload is one file'],
      ),
      row(
        'S7.07',
        'A socket from the beginning, which connects again.',
        [
          'web/app/connection.test.ts',
          'a connection that is back within 3 s was never called old, nor is it later',
        ],
        [
          'web/app/queries.test.ts',
          'after an outage all is asked for again, once the connection is back and not before',
        ],
      ),
    ],
  },
  {
    title: '8. Errors',
    rows: [
      row(
        'S8.01',
        'Type 999 leads to sign-in after 1.2 s.',
        [
          'web/app/session-end.test.ts',
          'a session that has ended leads to sign-in after 1.2 s, and from there back',
        ],
        TIMES,
        NUMBERS,
      ),
      row(
        'S8.02',
        'Type 998 leads to verification after 1.2 s.',
        ['web/app/verification-needed.test.ts', 'what takes more verification leads to it after 1.2 s'],
        [
          'e2e/unverified.e2e.ts',
          'a contract is refused with the reason, and verification is where it leads',
        ],
        [
          'server/products/copy/routes.behavior.pg.test.ts',
          'following takes the basic verification and leading the advanced one: less of it is answered by 998',
        ],
      ),
      row('S8.03', 'Anything else is said and fails the call.', [
        'web/app/envelope.test.ts',
        'type %i is the refusal %s with the server’s words',
      ]),
      row(
        'S8.04',
        'The sixteen messages, “sign in” for “login” in them.',
        [SPECIFIED, '“%s” is said by %s'],
        [SPECIFIED, '“Please complete KYC verification” is said, as type 998, of what takes more of it'],
        [SPECIFIED, '“Please bind bank card first” is said where coins are sold to a card that is not there'],
        ['server/platform/uploads/image.test.ts', '%s is named as the audio file it is'],
        [HERE, 'no text says that something is under development'],
        ['server/users/service.behavior.pg.test.ts', 'the letters’ case of an email makes no second account'],
        ['e2e/states.e2e.ts', 'open orders are counted in all, and "Cancel all" says how many it cancels'],
        ['e2e/states.e2e.ts', 'a sign-in with an empty field says that all fields are required'],
        [SPECIFIED, '“Registration failed” is said where the contact has an account'],
        ['e2e/access.e2e.ts', 'opens with the right code, signed in at once, with nothing in it'],
      ),
      row('S9.03', 'No interest within a day of a loan.', [
        'domain/loan/rules.test.ts',
        'no day is charged for exactly 24 hours, and the next begins a millisecond later',
      ]),
      row('S9.04', 'Savings that end early have a penalty.', [
        'domain/earn/rules.test.ts',
        'after %i days: interest %s, penalty %s, refund %s',
      ]),
      row(
        'S9.05',
        'How many rows a page has.',
        [CONTRACT, '%s has the specification’s page'],
        [CONTRACT, '%s takes a larger wish'],
      ),
      openRow(
        'S9.06',
        'A code that is asked for has area code 86 and language zh where the call says none. The app says a language with each call: the one that was chosen, otherwise English, as section 1 has it.',
        'a call without a language is answered in the language of the installation, which is English until `DEFAULT_LANGUAGE` is zh',
        ['server/platform/settings.test.ts', 'the language of calls that say none is one of the seven'],
        [
          'server/platform/http/app.pg.test.ts',
          'answers in the language of the installation where a call says none that is known',
        ],
        [
          'web/features/access/calling-codes.test.ts',
          'is the specification’s 86 when no language names a region',
        ],
      ),
      row('S9.07', 'Time-outs, delays, the toast and the second tap.', TIMES),
      row('S9.08', 'Version 0.8.0, code 80.', NUMBERS, [
        'e2e/states.e2e.ts',
        'the site is called as its server says, with its logo, and the version is the specification’s',
      ]),
      row(
        'S9.09',
        'Colors and layers; the light theme has darker colors (decision 0036).',
        [HERE, 'lime and black are colors of their own'],
        [HERE, 'colors and layers are the specification’s'],
      ),
      row(
        'S9.10',
        'The link to a chat elsewhere.',
        [
          'e2e/support.e2e.ts',
          'hours are proposed by one operator and approved by another; then customers see them',
        ],
        ['domain/support/rules.test.ts', 'T65: a link is https without a name in it'],
      ),
      openRow(
        'S9.11',
        'Lists in a query by index, brackets, repetition or comma; what is empty is left out.',
        'the app itself writes lists by comma alone: nothing in it needs the other three',
        [
          'server/platform/http/app.pg.test.ts',
          'takes a list in each of the four ways of a query, and of a form, by its name on the wire',
        ],
        ['server/platform/http/flat-body.test.ts', 'a list > is the same as %s'],
        ['web/app/page-list.test.ts', 'an address leaves out empty parameters'],
      ),
    ],
  },
  ...rulings,
]
