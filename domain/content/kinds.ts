/** What the site says: news, questions, pages and settings, each by a closed list of places. */

export const contentKinds = ['news', 'faq', 'page', 'setting'] as const
export type ContentKind = (typeof contentKinds)[number]

export const newsCategories = ['announcements', 'activities', 'help', 'rules', 'banners'] as const
export type NewsCategory = (typeof newsCategories)[number]

/** Source: rulings, section 1, news c_id. */
export const categoryOnWire = {
  name: 'c_id',
  values: {
    announcements: ['announcements', '1'],
    activities: ['activities', '2'],
    help: ['help', '3'],
    rules: ['rules', '4'],
    banners: ['banners', '5'],
  },
} as const

export const faqTopics = ['account', 'money', 'trading', 'savings', 'safety'] as const
export type FaqTopic = (typeof faqTopics)[number]

export const contentPages = ['about', 'contact', 'compliance'] as const
export type ContentPage = (typeof contentPages)[number]

/** What a setting holds: words, one https URL, or hosts, one a line. */
export type SettingKind = 'words' | 'url' | 'hosts'

/**
 * Every keyword that `/getSetting` knows. `web_hosts` is ours: where `pages/common/webView` may lead. `kefu_url` is the chat
 * elsewhere of customer service, which is set there (`domain/support`): nobody writes it here.
 */
export const settingKinds = {
  kefu_url: 'url',
  app_download: 'url',
  deposit_notice: 'words',
  withdraw_notice: 'words',
  wire_guide: 'words',
  loan_rule: 'words',
  invite_rule: 'words',
  risk_notice: 'words',
  web_hosts: 'hosts',
} as const satisfies Record<string, SettingKind>
export type SettingKeyword = keyof typeof settingKinds
export const settingKeywords = Object.keys(settingKinds) as [SettingKeyword, ...SettingKeyword[]]

/** Whether a setting holds addresses: these are the same in every language, so that no translation leads elsewhere. */
export const isAddress = (keyword: SettingKeyword): boolean => settingKinds[keyword] !== 'words'

/** What binds customers: of the two operators who publish it one is of compliance. */
const legal: readonly string[] = ['compliance', 'loan_rule', 'invite_rule', 'risk_notice']

/** Whether a text binds customers: by its place, or as news about rules. */
export const isLegal = (place: { readonly key: string | null; readonly category: string | null }): boolean =>
  place.category === 'rules' || (place.key !== null && legal.includes(place.key))

/** The categories that things of a kind have; none of pages and settings. */
export const categoriesOf = (kind: ContentKind): readonly string[] =>
  kind === 'news' ? newsCategories : kind === 'faq' ? faqTopics : []
