/** An attack that the design names, and what answers it. */
export interface Threat {
  /** As tests name it at the beginning of their titles. */
  readonly id: string
  readonly attack: string
  readonly control: string
  /** What the design asks for beside it and is not there, with the reason where there is one. */
  readonly notDone?: string
  /** Not of the design: added here, with a number that it does not use. */
  readonly isOwn?: true
  /** What has to be built first. Without it at least one test names the row. */
  readonly after?: string
}

/** Attacks on money, outcomes, identity and operation. Source: the threat model of the design, sections 3.1 to 3.5. */
export const threats: readonly Threat[] = [
  {
    id: 'T01',
    attack: 'A transfer of a negative, endless or unreadable amount',
    control: 'Amounts are read as positive whole units before any query; 200 hostile ones write nothing',
  },
  {
    id: 'T02',
    attack: 'A transfer from `constructor`, to the same account, or to one that does not exist',
    control: 'Accounts are a closed list; fields are read into a record without a prototype',
  },
  {
    id: 'T03',
    attack: 'The whole balance spent 64 times at once',
    control:
      'Accounts are locked in one order by the posting function, and a CHECK keeps balances from falling below zero',
  },
  {
    id: 'T04',
    attack: 'The same money moved elsewhere beside a withdrawal of it',
    control:
      'Both move money by the posting function, in the same order of locks; there is no transfer to another customer: `/user/Transfer` converts one’s own money',
  },
  {
    id: 'T05',
    attack: 'A conversion at a rate that the customer sends, or to the same currency',
    control: 'The rate is a quote of the server, for one customer, once, for seconds',
  },
  {
    id: 'T06',
    attack: 'An order that pays from a wallet of another currency',
    control: 'What an order needs follows from its instrument; no call names the account that pays',
    notDone: 'Not every pair of a currency and an account is tried: no call can name one',
  },
  {
    id: 'T07',
    attack: 'A request sent twice, or again after a time-out',
    control: 'One key is one effect and one answer; the same key with other input is refused',
  },
  {
    id: 'T08',
    attack: 'A withdrawal not above its fee',
    control: 'The fee is part of the amount; what arrives has a minimum',
  },
  {
    id: 'T09',
    attack: 'Two withdrawals under one limit at once',
    control: 'The limit’s row is locked; the sum of 24 hours is made in the transaction',
  },
  {
    id: 'T10',
    attack: 'A withdrawal to a new address, or right after a password change',
    control: 'Held for 24 hours, told to the contact of before',
    notDone:
      'No link that cancels is in the message: none of our messages has a link, so that one with a link is never ours. A withdrawal is cancelled in the app',
  },
  {
    id: 'T11',
    attack: 'One payment claimed twice, by another, or in another coin; a chain that takes it back',
    control:
      'A claim credits nothing; a payment is credited once by its transaction and output, after its confirmations',
  },
  {
    id: 'T12',
    attack: 'A customer claims more than was paid, and an operator approves it',
    control: 'What is credited is what two operators found at the chain or bank, not what was claimed',
  },
  {
    id: 'T13',
    attack: 'Trading with a deposit that has not arrived',
    control: 'A pending deposit is no entry in the ledger',
  },
  {
    id: 'T14',
    attack: 'A withdrawal refused by an operator and failed at the chain is refunded twice',
    control: 'One state machine and one refund',
  },
  {
    id: 'T15',
    attack: 'A payment of the platform in the wrong unit',
    control: 'Two people, figures beside the usual ones, and funds that cannot fall below zero',
  },
  {
    id: 'T16',
    attack: 'A million small trades that each gain a part of a unit by rounding',
    control: 'Every rounding is against who trades; sums are exact',
  },
  {
    id: 'T17',
    attack: 'A list of ten million rows, or page -1',
    control: 'Pages have a largest size, long lists a limit of calls, queries a time limit',
  },
  {
    id: 'T18',
    attack: 'A field sent twice, as an array, or nested',
    control: 'One flat parser: a field is there once or the request is refused',
  },
  {
    id: 'T19',
    attack: 'A position closed by its customer, its stop, a batch and its liquidation at once',
    control: 'One engine decides, and the database takes one end of a position',
  },
  {
    id: 'T20',
    attack: 'Another customer’s order, position or copy named by its number',
    control: 'The owner is part of every look-up; the answer is that of a number that does not exist',
  },
  {
    id: 'T21',
    attack: 'A take profit or stop loss on the wrong side, that would end the position at once',
    control: 'Each side is checked against the mark price; only ticks after the acceptance trigger',
  },
  {
    id: 'T22',
    attack:
      'Leverage, size, margin or value beyond the terms, or a product that the customer’s country has closed',
    control: 'The server decides by its own terms, limits and countries, and refuses beyond them',
  },
  {
    id: 'T23',
    attack: 'A price that jumps past liquidation',
    control: 'A loss ends at the margin; the insurance account pays the rest',
  },
  {
    id: 'T24',
    attack: 'A price or payout sent with an order',
    control: 'Fields that a call does not name are dropped; a price comes from the tape alone',
  },
  {
    id: 'T25',
    attack: 'A bet on a price that a faster feed has already shown',
    control: 'The entry is the first tick after the acceptance and a wait',
  },
  {
    id: 'T26',
    attack: 'An order at a price from before the feed went silent',
    control: 'A price is too old after seconds, and nothing is decided on it',
  },
  {
    id: 'T27',
    attack: 'A server killed while 10,000 options end',
    control: 'A result is a function of order and tape, written once; a start goes on where it ended',
  },
  {
    id: 'T28',
    attack: 'Asking for a result early, or for another customer’s',
    control: 'There is no result before its tick; the owner is part of the look-up',
  },
  {
    id: 'T29',
    attack: 'An order of 10^30, or far from the market',
    control: 'Amounts fit the ledger, prices the band of their side',
  },
  {
    id: 'T30',
    attack: 'Trading with oneself',
    control: 'Orders of one customer do not fill each other',
  },
  {
    id: 'T31',
    attack: 'Leads that copy each other in a circle; ten thousand followers of one order',
    control:
      'Who leads does not follow; copies are made in batches that keep nobody waiting for longer than one',
  },
  {
    id: 'T32',
    attack: 'A lead who trades against followers',
    control:
      'Copies open and close at the lead’s tick, with a limit of slippage; what followers got stands beside it',
  },
  {
    id: 'T33',
    attack: 'Another customer’s copy, or a cancellation beside an opening',
    control: 'The owner is part of the look-up; one engine decides the order of both',
  },
  {
    id: 'T34',
    attack: 'A socket that asks for another customer’s channel',
    control: 'Private channels follow from the session, whatever is asked for',
  },
  {
    id: 'T35',
    attack: 'Ten thousand sockets, endless packets, a token that has expired',
    control: 'Sockets and packets are counted by address and customer; a session ends with its sockets',
  },
  {
    id: 'T36',
    attack: 'One price source is pushed by 20 %',
    control: 'Prices are the median of several sources; what jumps alone is held',
  },
  {
    id: 'T37',
    attack: 'An instrument that is halted, or of another product',
    control: 'Products join the instrument’s own row and state',
  },
  {
    id: 'T38',
    attack: 'A locked deposit redeemed 64 times, and beside its maturity',
    control: 'A status changes once, with its one payment',
  },
  {
    id: 'T39',
    attack: 'A locked deposit of -100, or of the last free unit by many',
    control: 'Bounds, and a locked row for the quota',
  },
  {
    id: 'T40',
    attack: 'Subscribing and redeeming at a gain',
    control:
      'Interest is of full days, and the penalty is at least what was earned; a reward in another coin is given up',
  },
  {
    id: 'T41',
    attack: 'Dual investment canceled late, or in parts',
    control: 'Owner, cutoff by the tape’s time, a minute to cancel, whole numbers',
  },
  {
    id: 'T42',
    attack: 'A token sale at the customer’s price',
    control: 'The price is the server’s; another one is refused',
  },
  { id: 'T43', attack: 'More sold than there is', control: 'A locked counter with a CHECK' },
  {
    id: 'T44',
    attack: 'A loan of a negative amount, twice at once, or withdrawn',
    control: 'One application at a time, a locked exposure; what is owed bounds what leaves',
  },
  {
    id: 'T45',
    attack: 'One artwork bought twice, or an auction overtaken',
    control: 'A locked row, a margin before each bid, a smallest step, an end that late bids move',
  },
  {
    id: 'T46',
    attack: 'A blind box opened twice, or foreseen',
    control:
      'A committed secret, the customer’s seed and a tick after the purchase, bound by the receipt; a state that goes forward once',
  },
  {
    id: 'T47',
    attack: 'A resale changed between view and purchase',
    control: 'The price that was seen is part of the purchase',
  },
  { id: 'T48', attack: 'A purchase paid late or twice', control: 'State, owner, one payment' },
  { id: 'T49', attack: 'One coupon used 64 times', control: 'One redemption' },
  {
    id: 'T50',
    attack: 'Invitations in a circle, of oneself, or guessed',
    control: 'An inviter is recorded once, at registration',
  },
  {
    id: 'T51',
    attack: 'One contact registered 64 times at once',
    control: 'A contact is unique in its canonical form',
  },
  {
    id: 'T52',
    attack: 'A score sent for a prize',
    control: 'No money follows from what a client says of a game',
  },
  {
    id: 'T53',
    attack: 'Numbers of others tried one after the other, or a `uid` in the request',
    control: 'Who asks is who the session says; every call is tried by every role',
    notDone:
      'References as W-710001 and D-10001 count up, so that somebody can see how many there are; rows of the database are not guarded by policies of their own (row-level security)',
  },
  {
    id: 'T54',
    attack: 'More in an answer than it should hold',
    control: 'What is answered is what the contract names',
  },
  {
    id: 'T55',
    attack: 'Finding out whether an account exists',
    control: 'The same answer, and the same work, for contacts that nobody has',
    notDone:
      'The times are measured by hand and not in a test, as one would fail by the load of its machine: docs/benchmarks.md',
  },
  {
    id: 'T56',
    attack: 'Guessing a code, or using it elsewhere',
    control: 'Five tries, ten minutes, once, for one scene and one contact',
  },
  {
    id: 'T57',
    attack: 'Ten thousand messages asked for at our cost',
    control:
      'Twenty messages an hour whose code nobody used, ten of a country; past them each costs some work, within a budget of its own; a country can be closed, and an alert tells of codes that nobody uses',
    notDone:
      'No list of the countries that messages go to: all are open until an operator closes one. Work in place of a CAPTCHA, and from the eleventh unused message of a country on, not from a caller’s third',
  },
  {
    id: 'T58',
    attack: 'Passwords tried from many addresses, or to lock somebody out',
    control: 'Attempts are counted by account and network; a known network stays free',
  },
  {
    id: 'T59',
    attack: 'A token used after the session ended',
    control: 'Random tokens, kept as a hash, ended with password changes and after their time',
  },
  {
    id: 'T60',
    attack: 'A forged JSON web token',
    control: 'Sessions are rows; no package reads such tokens',
  },
  {
    id: 'T61',
    attack: 'A forged or repeated sign-in by wallet or passkey',
    control:
      'A message or challenge is good once, for five minutes, one browser and one origin; the signature says who signed',
  },
  {
    id: 'T62',
    attack: 'The wallet changes its account while signed in',
    control: 'The customer is asked first',
  },
  {
    id: 'T63',
    attack: 'Guessing the pay password, or changing what it was given for',
    control: 'Five tries; it counts for the one request it came with',
  },
  {
    id: 'T64',
    attack: 'A contact or password changed without the old one',
    control:
      'The new contact and the password are proven, and the second factor where one is set; the contact of before is told. Who lost one waits a day, without a document seven, and two operators decide',
  },
  {
    id: 'T65',
    attack: 'Script in names, references, or texts, run by a customer or an operator',
    control: 'Text stays text, by policy and Trusted Types, in both applications',
  },
  {
    id: 'T66',
    attack: 'A nickname that looks like the support’s',
    control: 'Letters of one script, no invisible ones, no reserved words',
  },
  {
    id: 'T67',
    attack: 'A file that a spreadsheet runs',
    control: 'Cells that begin as formulas are quoted',
  },
  {
    id: 'T68',
    attack: 'Pictures that are something else, or too large to decode',
    control: 'Decoded and written anew by a limited process; nothing uploaded is served',
  },
  {
    id: 'T69',
    attack: 'A document’s picture asked for by guessing its address',
    control: 'Encrypted; shown to its owner and the reviewer of its case by an address of a minute',
  },
  {
    id: 'T70',
    attack: 'Card numbers in logs or dumps',
    control: 'Sealed with a key outside of the database; four digits are shown; a security code is refused',
  },
  {
    id: 'T71',
    attack: 'Fields named `__proto__`, and thousands of them',
    control: 'A flat parser into a record without a prototype; 64 fields, 16 KB',
  },
  {
    id: 'T72',
    attack: 'SQL in symbols, sorts and languages',
    control: 'Parameters alone; sorts and languages are closed lists',
  },
  {
    id: 'T73',
    attack: 'Having the server fetch an address inside its network',
    control: 'Only push services and configured sources are asked; no redirection is followed',
  },
  {
    id: 'T74',
    attack: 'Calls by another site in the customer’s name',
    control: 'The token is a header of our own page; nothing rests on cookies',
  },
  {
    id: 'T75',
    attack: 'Our page in a frame of another one, or a link of ours that leads elsewhere',
    control:
      '`frame-ancestors` of the policy; after sign-in only pages of the app are led to, and a page outside is opened by hand and at an allowed host',
  },
  {
    id: 'T76',
    attack: 'A status sent with a request to be verified',
    control: 'Only what a call names is read; a status follows from a decision of operators',
  },
  {
    id: 'T77',
    attack: 'One document for many accounts',
    control: 'A keyed hash of its number is unique',
  },
  {
    id: 'T78',
    attack: 'Erasure that breaks the ledger, or removes what the law keeps',
    control:
      'Personal data is erased or sealed; the ledger has none; who has theirs erased is told that they may complain to their data protection authority',
  },
  {
    id: 'T79',
    attack: 'An operator approves what they proposed',
    control:
      'The database wants two different people; both are operators with the role until it is done; none decides for their own account as a customer, and a colleague’s is named to the checker',
    notDone:
      'No time passes between a proposal and its approval or between that and its effect, save where a row says so (recoveries); nobody’s approvals of a day are limited in number or sum; operators sign in with an authenticator app and not with keys (WebAuthn). That one person has no two accounts is for the administrators to see; an operator’s account as a customer is known by the address alone that both have, and what one operator does without a second is not kept from it',
  },
  {
    id: 'T80',
    attack: 'A price, a result or a balance changed by SQL',
    control: 'The application’s role cannot; what the owner changes does not fit the signed log',
    notDone:
      'A check compares every balance and hashes every account’s mark, so it costs more the more accounts there are: where it takes longer than three seconds, a changed balance is seen later than within a minute, and from 15 seconds on within five. An entry that was verified before is looked at again by the full check alone, which somebody asks for',
  },
  {
    id: 'T81',
    attack: 'A log that was shortened or set back',
    control:
      'Browsers keep the last checkpoint and ask for proof that it only grew; the ledger’s checkpoints sign the operators’ log with the balances, and each check counts its lines',
    notDone:
      'Lines since the last check are not signed yet; a line that was signed before the newest checkpoint and was changed, not deleted, is seen by the full check alone; who sets back the operators’ log together with checkpoints and marks is seen by the process that saw them, and not after its next start',
  },
  {
    id: 'T82',
    attack: 'An operator reads documents by the hundred',
    control:
      'A case is two operators’ at a time: who opened it within 24 hours and may review still; a quota, a line in the log for each look; more than 30 in an hour raise an alert',
  },
  {
    id: 'T83',
    attack: 'A hidden call for operators',
    control:
      'What is served is what is published, and the reverse; the customer’s bundle has nothing of the console',
    notDone: 'One process serves customers and operators, by two ports and origins',
  },
  {
    id: 'T84',
    attack: 'A package that was tampered with',
    control: 'Pinned versions with their hashes, and no scripts of packages at their installation (.npmrc)',
    notDone:
      'Not 40 direct packages but 68, of which 32 run on a server; no list of all parts (SBOM) is published, and no program reviews updates. `npm audit` asks for known vulnerabilities, by hand',
  },
  {
    id: 'T85',
    attack: 'Secrets in errors',
    control: 'An error that was not expected has a reference and nothing else',
    notDone: 'No program looks through each change for secrets or for constants that would let somebody in',
  },
  {
    id: 'T86',
    attack: 'A flood of sign-ins or slow requests',
    control:
      'Passwords are hashed in a short queue; refusals for too many calls wait; processes count together by Redis, each by itself while it is away',
    notDone:
      'Sign-in, pay passwords of sales, OTC and withdrawals, and the console have a queue each, so that one that is flooded does not stop the others: together they may hash more at once than one has cores. How long trading takes meanwhile is not part of a test, as it would fail by the load of its machine',
  },
  {
    id: 'T87',
    attack: 'Money decided on a cache',
    control:
      'Redis counts calls and does nothing else, and a counter answers nothing but yes or no; balances are the database’s, in the transaction that moves them',
  },
  {
    id: 'T88',
    attack: 'A clock that jumps',
    control: 'Steps of the time of day are seen, jobs wait, the tape’s time never runs back',
    notDone:
      'An alarm above 250 ms: the clock of a process is compared with the database’s, and 5 s are what operators are told of',
  },
  {
    id: 'T89',
    attack: 'A balance read from a replica',
    control:
      'There is one database and no reading from copies: a connection that leads to a standby is refused, for reading too',
  },
  {
    id: 'T90',
    attack: 'Personal data and forged lines in the log',
    control: 'Structured lines with named fields',
  },
  {
    id: 'T91',
    attack: 'An imitation of the site that shows a page Verify of its own to be trusted',
    control:
      'The page shows the address that it comes from and the whole key of the signatures, which the verifier outside of the app names too',
    notDone:
      'No list of keys is published beside the site: each installation has its own, and its operator publishes it',
  },
  {
    id: 'T92',
    isOwn: true,
    attack: 'An operator who writes as Plumb support and leads a customer out of the app',
    control:
      'Links, addresses, numbers and names in other chats are refused by their shape; 20 messages an hour; words and writer stand in the audit log',
  },
  {
    id: 'T93',
    isOwn: true,
    attack: 'The mail with an operator’s set-up code, read or guessed by somebody else',
    control:
      'Taken once within 24 hours, finished on that page within half an hour with the authenticator’s digits; the other administrators are mailed and can void it',
  },
  {
    id: 'T94',
    isOwn: true,
    attack:
      'A customer who freezes the account while a withdrawal waits for its signature, so that no later one of the paying wallet leaves',
    control:
      'An operator has a transaction that spends the same and pays nothing written, signed away from the server and sent; the amount goes back once the chain has it',
  },
  {
    id: 'T97',
    isOwn: true,
    attack: 'A balance edited by hand: by an operator, by two for more than there is, or in the database',
    control:
      'No call sets a balance. Two operators move what is available to suspense, and from there at most what was taken, by the ledger; its table takes only what both agreed on, a payment that returns money is booked as nothing else, and the customer reads of it in notices and statement',
  },
]
