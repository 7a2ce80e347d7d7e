/** What a notice is about, as customers choose by it how they are told. */
export const noticeTopics = ['security', 'money', 'trading', 'copying', 'terms', 'alert', 'support'] as const
export type NoticeTopic = (typeof noticeTopics)[number]

/** The ways a customer is told: in the app, to their email address, and on devices that asked for it. */
export const noticeWays = ['app', 'mail', 'push'] as const
export type NoticeWay = (typeof noticeWays)[number]

/** Which ways a topic is told by. */
export type NoticeChoice = Readonly<Record<NoticeWay, boolean>>

/** Until the customer chooses. Push is on for what somebody wants to know soon: it needs a device that asked for it. */
export const defaultChoices: Readonly<Record<NoticeTopic, NoticeChoice>> = {
  security: { app: true, mail: true, push: true },
  money: { app: true, mail: true, push: true },
  trading: { app: true, mail: false, push: true },
  copying: { app: true, mail: false, push: true },
  terms: { app: true, mail: true, push: false },
  alert: { app: true, mail: false, push: true },
  support: { app: true, mail: true, push: true },
}

/** Whoever takes over an account must not be able to hide it: these ways stay on. */
export const isFixed = (topic: NoticeTopic, way: NoticeWay): boolean => topic === 'security' && way !== 'push'

/** What a kind of notice is, as data. Its words are in `texts/notices`, for each variant a title and a text. */
export interface NoticeRules {
  readonly topic: NoticeTopic
  /** The names in its words. The title names no amount: it is what a lock screen shows. */
  readonly params: readonly string[]
  /** Those of them that are amounts or prices: shown with their thousands apart and without idle zeros. */
  readonly amounts?: readonly string[]
  /** Those of the amounts that are gains or losses: shown with their sign. */
  readonly results?: readonly string[]
  /** Where the words differ by more than their parameters. */
  readonly variants?: readonly string[]
  /** Those of the variants that mail and push always tell; of the others they tell the first and the last of a subject. */
  readonly alwaysHeard?: readonly string[]
  /** Its mail is written with the change itself, to the contact as it was before. */
  readonly hasOwnMail?: true
  /** The parameter that names what it is about, where that is not its subject. */
  readonly linkedBy?: string
  /** In the app whatever was chosen for its topic: a person wrote it to this customer alone. */
  readonly isAlwaysShown?: true
  /** Also by SMS to who has no email address. */
  readonly bySms?: true
}
