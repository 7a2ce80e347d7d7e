import type { DemoContent } from './content.ts'

export const en: DemoContent = {
  faq: {
    register: [
      'How do I open an account?',
      'Choose **Create account**, enter your email address or mobile number, and type the 6-digit code that we send you. Then choose a password of at least 6 characters with letters and digits. You can also sign in with a crypto wallet or a passkey.',
    ],
    verify: [
      'Why should I verify my identity?',
      'Without verification you can see prices, deposit, trade spot and use locked savings. Basic verification opens withdrawals, contracts, seconds options, copy trading and more; advanced verification opens loans and higher limits. [Verification](pages/StartVerification/StartVerification) shows what each level opens and what is missing.',
    ],
    password: [
      'I forgot my password. What now?',
      'Choose **Forgot password?** on the sign-in page and type the code that we send to your email address or mobile number. After a change of your password, withdrawals are paused for 24 hours to protect you.',
    ],
    two_step: [
      'How do I protect my account?',
      'Under [Security](pages/setting/security) you can add an authenticator app or a passkey, set a separate pay password, see where you are signed in, and end any session. You can also freeze the account immediately.',
    ],
    language: [
      'How do I change the language or the display currency?',
      'Under [Settings](pages/setting/setting). The app speaks seven languages. The display currency changes only how values are shown, not what you own.',
    ],
    deposit: [
      'How do I deposit crypto?',
      'Open [Deposit](pages/fund/select), choose the coin and then the network, and send to the address shown. The deposit is credited after the confirmations shown there, which you can watch live. Always choose the network that the sender uses.',
    ],
    deposit_missing: [
      'My deposit has not arrived. Why?',
      'Look at [the records](pages/fund/assets_all_record) first: they show how many confirmations are still missing. Amounts below the minimum and coins sent over another network are not credited automatically. Keep the transaction hash: it is what is needed to find the payment.',
    ],
    bank: [
      'Can I deposit by bank transfer?',
      'Yes. Choose the bank transfer under [Deposit](pages/fund/select), send the money from an account in your own name, and give the reference shown. Two operators compare the payment with your request before it is credited.',
    ],
    withdraw: [
      'How do I withdraw?',
      'Save the address first, then open [Withdraw](pages/fund/withdraw). Fee, minimum and what arrives are shown before you confirm; the fee is taken from the amount. You need basic verification and a pay password. The first withdrawal and large ones are reviewed by two operators.',
    ],
    withdraw_paused: [
      'Why are my withdrawals paused?',
      'After a new password, pay password, contact, second factor, card or address, money cannot leave for 24 hours. If someone else made the change, this gives you time to stop it. The withdrawal page shows when the pause ends.',
    ],
    fees: [
      'What does it cost?',
      'Every fee is shown before you confirm and stands as its own line in your [statement](pages/setting/bill). Deposits of crypto and transfers between your own wallets are free. No fee is hidden in a price.',
    ],
    convert: [
      'How does converting work?',
      'You get a firm quote that is held for 10 seconds, with the fee shown separately. [Convert](pages/fund/transfer) uses the recorded market price, and the receipt shows which price that was.',
    ],
    spot: [
      'What is spot trading?',
      'You buy or sell a coin against another at the best prices in the order book. A limit order waits for your price; until it is filled, its money is held and you can cancel at any time.',
    ],
    contract: [
      'What are contracts?',
      'With a contract you trade a price without owning the asset. You set aside a margin, and leverage multiplies gains and losses. Most customers can lose money with it: read the risk line and try small amounts first.',
    ],
    liquidation: [
      'When is a position liquidated?',
      'When the mark price reaches the liquidation price shown on the position. That price already includes the spread and the closing fee. You cannot lose more than the margin of the position; add margin to move the liquidation price away.',
    ],
    seconds: [
      'What is a seconds option?',
      'You say whether a price will be higher or lower after 60 to 300 seconds. Payout and maximum loss are shown before you confirm. Without a valid price at the start or the end, the order is void and the stake comes back. You can set a loss limit or exclude yourself.',
    ],
    price: [
      'Where do the prices come from?',
      'Every price is written to a signed price tape before anything is decided by it. A receipt names the entries of the tape that decided your trade, and [Verify](pages/verify/tape) checks them in your own browser.',
    ],
    copy: [
      'How does copy trading work?',
      'You choose a lead trader and a fixed amount or a ratio. Their new positions are copied at the same prices as others get. The page shows what followers really earned, the largest fall and the number of days. Past results say nothing certain about the future.',
    ],
    savings: [
      'Can I end savings early?',
      'A locked deposit can be redeemed early for a penalty that is shown before you confirm, together with the amount you receive. At maturity the principal and the interest are paid out automatically.',
    ],
    dual: [
      'What is dual investment?',
      'You earn a fixed yield and are paid in one of two currencies, depending on the price on the settlement day. Both outcomes are shown in money before you confirm. It is not a deposit: you may be paid in the currency that has lost value.',
    ],
    ieo: [
      'How are coins of a new-coin sale shared out?',
      'By subscription each customer gets the same share of what was asked for, rounded down to whole coins; left-over coins go to the largest remainders. The rest of your money comes back immediately. Anyone can compute the allotment again from the published list.',
    ],
    loan: [
      'What does a loan cost?',
      'The first 24 hours are free. After that interest is charged for each started day at the daily rate shown in the contract. The total to repay and the due date are shown before you apply. Loans need advanced verification.',
    ],
    check: [
      'How can I check that my balance is really there?',
      'Open [Verify my balance](pages/verify/balance). The platform publishes the sum of all that it owes customers, and your browser checks that your balance is part of it.',
    ],
    operators: [
      'What can operators of the platform do?',
      '[The list of all powers](pages/setting/powers) is made from the program itself. No operator can set a price or a result. What moves money or changes terms takes two different people.',
    ],
    stolen: [
      'Someone else is in my account. What should I do?',
      'Freeze the account under [Security](pages/setting/security): then no money moves. End all sessions, change the password, and write to [support](pages/kefu/index). We never ask for your password, a code, or a wallet’s recovery phrase.',
    ],
  },
  pages: {
    about: [
      'About Plumb',
      `Plumb is an exchange that a customer can check. Every price is recorded, and every cent is accounted for.

# What that means

- Prices are written to a signed tape before anything is decided by them.
- Every movement of money is an entry of a ledger, with a counter-entry. Your [statement](pages/setting/bill) shows all of yours.
- What an operator may do is [listed in full](pages/setting/powers). No operator can set a price or a result.
- What was decided for you comes with a receipt that your own browser can [verify](pages/verify/tape).

# Who stands on the other side

Spot orders meet orders of other customers in an order book. For contracts and seconds options the platform is the counterparty, with funds set aside for it. In contracts one USD counts as one USDT by definition.

# Limits

In a demonstration prices can come from one source, and balances are play money. NFT and results of games are records of this platform, not entries of a public chain. There are no outside witnesses of the tape yet.`,
    ],
    contact: [
      'Contact us',
      `# Support

Write to us in the [support chat](pages/kefu/index), or look at the [questions and answers](pages/common/faq) first.

# What we never do

- We never ask for your password, pay password, a 6-digit code or a wallet’s recovery phrase.
- We never call you to have money sent “to a safe account”.
- Our mails carry the phrase that you chose under [Security](pages/setting/security). A mail without it is not ours.

# Report a security problem

Describe it in the support chat and begin with the word **Security**. Please give us time to fix it before you publish it.

This is a demonstration: no company answers, and no real money moves.`,
    ],
    compliance: [
      'Operations and compliance',
      `# Who may use what

Services open with the level of verification: without any, with basic, and with advanced verification. Customers must be at least 18 years old. Some products are not offered in every country.

# Checks

- One person has one account; one ID number belongs to one account.
- Deposits must come from, and withdrawals must go to, the customer. A sender with another name is returned.
- Addresses on sanctions lists are refused.
- Documents are stored encrypted. They are shown to the reviewer of a case only, and each view is logged.

# Customers’ money

Money of customers and of the platform is kept in separate accounts of the ledger. The platform regularly publishes the sum of what it owes, and [every customer can check](pages/verify/balance) that their balance is part of it.

# Decisions

Two different people decide whatever moves money, changes terms or publishes a text like this one. Every decision is logged.

# Risk

Prices of crypto assets can change quickly. Contracts and seconds options can lose the whole stake. Do not use money that you need. You can set limits for yourself or exclude yourself.

# Complaints

Write to [support](pages/kefu/index). If you do not agree with the answer, ask for a review by a second person.

This is a demonstration. It is not a licensed financial service.`,
    ],
  },
  settings: {
    deposit_notice: [
      'Deposits',
      'Send only the coin shown, over the network shown. Deposits below the minimum are not credited. The others are credited after the confirmations shown.',
    ],
    withdraw_notice: [
      'Withdrawals',
      'Compare the whole address before you confirm: a transaction cannot be called back. The fee is taken from the amount. Nobody from support asks you to withdraw.',
    ],
    wire_guide: [
      'Bank transfer',
      'Pay from an account in your own name, and write your reference as the purpose of the payment. A transfer in another name is not credited until it is clear that it is yours, and may be returned.',
    ],
    loan_rule: [
      'Loans',
      'The first 24 hours are free; then each started day is charged at the daily rate of your contract, and at the overdue rate after the due date. Money can be withdrawn beyond what is owed only.',
    ],
    risk_notice: [
      'Risk',
      'Prices can change quickly, and you can lose everything you invest. Leverage multiplies losses. Past results are no promise.',
    ],
  },
  news: {
    check: [
      'Check your balance yourself',
      'Your browser can now check that your balance is part of what the platform says it owes all customers. It takes a few seconds.\n\n[Check now](pages/verify/balance)',
    ],
    fees: [
      'Every fee is a line of its own',
      'Each fee now stands as its own line in your [statement](pages/setting/bill), beside the trade that it belongs to. No fee is part of a price.\n\n- Filter the statement by kind to see fees alone.\n- Save it as a CSV file for your records.',
    ],
    welcome: [
      'Welcome to Plumb',
      'This is a demonstration with play money. Try what you like: nothing here costs anything.\n\n- Start with the [markets](pages/market/market).\n- Read [how it works](pages/common/aboutus).\n- Look at the [questions and answers](pages/common/faq).',
    ],
  },
}
