/** What a demonstration's site says, in one language. Each is a title and a text; see `domain/content/markup.ts`. */
export interface DemoContent {
  readonly faq: Readonly<Record<DemoQuestion, Written>>
  readonly pages: Readonly<Record<'about' | 'contact' | 'compliance', Written>>
  readonly settings: Readonly<Record<DemoSetting, Written>>
  readonly news: Readonly<Record<DemoNews, Written>>
}

export type Written = readonly [title: string, text: string]

export const demoSettings = [
  'deposit_notice',
  'withdraw_notice',
  'wire_guide',
  'loan_rule',
  'risk_notice',
] as const
export type DemoSetting = (typeof demoSettings)[number]

/** The questions by topic, in their order. */
export const demoQuestions = {
  account: ['register', 'verify', 'password', 'two_step', 'language'],
  money: ['deposit', 'deposit_missing', 'bank', 'withdraw', 'withdraw_paused', 'fees', 'convert'],
  trading: ['spot', 'contract', 'liquidation', 'seconds', 'price', 'copy'],
  savings: ['savings', 'dual', 'ieo', 'loan'],
  safety: ['check', 'operators', 'stolen'],
} as const
export type DemoQuestion = (typeof demoQuestions)[keyof typeof demoQuestions][number]

/** News by category, the oldest first; `banners` stand at home. */
export const demoNews = [
  ['check', 'banners'],
  ['fees', 'announcements'],
  ['welcome', 'announcements'],
] as const
export type DemoNews = (typeof demoNews)[number][0]
