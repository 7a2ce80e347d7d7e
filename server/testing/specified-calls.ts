/** How the specification says that a call is made. `ANY`: it does not say. */
export type SpecifiedMethod = 'GET' | 'POST' | 'GET POST' | 'ANY'

export interface SpecifiedCall {
  readonly method: SpecifiedMethod
  /** Below `/api`. */
  readonly path: string
  /** The names of what it takes; what may be left out ends in `?`. */
  readonly takes: readonly string[]
  /** Names that its answer has: the specification's fields, and ours for what it only labels on the screen. */
  readonly answers: readonly string[]
}

type Line = readonly [method: SpecifiedMethod, path: string, takes?: string, answers?: string]

// Ours for the labels of section 3, in its order.
const sale = 'supply sold quota opensAtMs endsAtMs maxExchange price pay_currency presale'
const saleOrder = 'id project_id price pay_currency status'
const loan = 'reference amount days dailyRate totalInterest appliedAtMs dueAtMs repaid remaining status'
const verification = 'status state id_type items'
const profile = 'uid head_portrait nickname signature email mobile creditScore account_type extension_code'
const address = 'id currency sub_type name address'
const deposit = 'id account amount currency sub_type address image hash_tail type status'
const fundChange = 'number from_field to_field'
const conversion = 'number from_currency_id to_currency_id'
const contractFields = 'id currency_id legal_id type status'
const contractLabels = 'margin entryPrice closePrice points fee realizedPnl openedAtMs closedAtMs'
const contract = `${contractFields} share multiple target_profit_price stop_loss_price ${contractLabels}`
const option = 'id match_id currency_id type seconds number status'
const spot = 'id currency_id legal_id type amount target_price'
const locked =
  'id config_id amount maturity_time penalty refund_amount return_rate today_income total_income status'
const relation = 'id trader_user_id type number status'
const dualProduct = 'id type strike return_rate settlesAtMs'
const dualOrder = 'id num type status return_rate'
const artOrder = 'id price status'
const page = 'page? limit?'

/** The specification's 122 calls with what each takes, and what their answers name. Source: its sections 3 and 7. */
const lines: readonly Line[] = [
  // Project.
  ['GET', '/project', page, `id items next ${sale}`],
  ['GET', '/project/detail', 'project_id', `id ${sale}`],
  ['POST', '/project/buy', 'project_id total_price', saleOrder],
  ['POST', '/project/order', 'project_id amount pay_currency? price?', saleOrder],
  ['GET', '/user/project/order', `${page} status?`, `items next ${saleOrder}`],
  // Settings.
  ['GET', '/getSetting', 'keyword', 'keyword value'],
  ['GET', '/kf', '', 'isOpen hours'],
  ['GET', '/kefu', '', 'isOpen conversation unread'],
  ['GET', '/getSiteConfig', '', 'site_name site_logo tk_radio H5_DEMO app_version app_version_code'],
  // Loan.
  ['GET', '/user/GetJiedaiInfo', '', 'score limit terms days dailyRate minimum maximum application'],
  ['POST', '/user/jiedai', 'amount days', loan],
  ['GET', '/user/Getjiedaiht', 'id?', `${loan} repayments`],
  ['GET', '/real/newstate', '', verification],
  [
    'POST',
    '/real/newreal',
    'first_name last_name gender? birthday country address phone email id_type card_id front_pic reverse_pic hand_pic',
    verification,
  ],
  ['GET', '/real/state', '', verification],
  // Dual.
  ['GET', '/dual/index', 'currency_id? type?', `items next ${dualProduct}`],
  ['GET', '/dual/detail', 'id', dualProduct],
  ['POST', '/dual/buyDual', 'id num', dualOrder],
  ['GET POST', '/dual/dual_list', `${page} status?`, `items next ${dualOrder}`],
  ['POST', '/dual/dual_cancle', 'id', dualOrder],
  // Auth. A token is the answer itself.
  ['POST', '/user/dologin', 'user_string? password? area_code? address? message? signature?'],
  ['POST', '/user/doregister', 'address message signature extension_code?'],
  ['POST', '/sms_mail', 'user_string scene? type? area_code?', 'expiresInSeconds waitSeconds'],
  ['POST', '/user/check_email', 'user_string code', 'done'],
  ['POST', '/user/register', 'user_string code password re_password extension_code? type?'],
  ['POST', '/user/login', 'user_string password extension_code?'],
  ['GET', '/user/logout', '', 'done'],
  ['GET', '/user/invite', '', 'extension_code link invited'],
  ['POST', '/user/forget', 'user_string code password re_password', 'done'],
  ['POST', '/safe/update_password', 'old_password? password re_password code?'],
  ['POST', '/sms_send', 'area_code mobile scene?', 'expiresInSeconds waitSeconds'],
  ['POST', '/safe/mobile', 'mobile code area_code? password', 'done'],
  // User.
  ['GET', '/user/info', '', profile],
  ['POST', '/user/real', 'name card_id id_type? real_type front_pic? reverse_pic?', verification],
  ['GET', '/currency/list', '', 'id code symbol currencies instruments'],
  ['POST', '/user/wallet/save', 'currency sub_type name address qrcode?', address],
  ['GET', '/user/wallet/list', 'currency?', `items ${address}`],
  ['POST', '/user/uploadHeadPortrait', 'head_portrait', profile],
  ['POST', '/user/editNickname', 'nickname? signature?', profile],
  ['POST', '/user/cash_save', 'real_name bank_name card_number branch', 'id real_name bank_name branch'],
  [
    'POST',
    '/user/cash_save_international',
    'real_name bank_name card_number branch aba bank_address network swift_code phone address',
    'id real_name bank_name branch network swift_code',
  ],
  ['POST', '/user/cash_info', '', 'items id real_name bank_name branch'],
  ['POST', '/user/cash_info_international', '', 'items id real_name bank_name branch network swift_code'],
  // Content.
  ['GET', '/news/index_pop', '', 'item'],
  ['POST', '/news/list', `c_id ${page}`, 'items next id c_id title summary'],
  ['POST', '/news/detail', 'id', 'id c_id title content'],
  ['GET', '/mailMessage/getList', page, 'items next id title text isRead unread'],
  ['GET', '/mailMessage/detail', 'id', 'id title text isRead'],
  ['GET', '/menu', '', 'items name page'],
  ['GET', '/faq', '', 'items id title content'],
  ['GET', '/contactus', '', 'title content'],
  ['GET', '/aboutus', '', 'title content'],
  ['GET', '/operational_compliance', '', 'title content'],
  // Market.
  ['GET', '/currency/quotation_new', '', 'name quotes symbol lastPrice changePercent'],
  ['GET', '/currency/quotation_huang', '', 'symbol lastPrice changePercent'],
  ['GET', '/currency/optionalquotation', 'is_class', 'symbol is_class lastPrice changePercent'],
  ['GET', '/currency/new_timeshar', 'from to symbol period', 'open high low close volume'],
  ['POST', '/optional/add', 'currency_id', 'symbols'],
  ['POST', '/optional/del', 'currency_id', 'symbols'],
  ['GET', '/currency/bclass', '', 'classId name'],
  ['GET', '/optional/list', '', 'symbol lastPrice changePercent'],
  // Wallet.
  ['POST', '/wallet/Wiretransfer', 'account amount currency sub_type? image? remitter', deposit],
  ['GET', '/wallet/getRateCurrency', '', 'currency_code rate saveTime list'],
  ['POST', '/wallet/get_info', 'currency', 'currency available held wallets'],
  ['POST', '/wallet/get_in_address', 'currency sub_type?', 'currency sub_type address'],
  ['POST', '/wallet/charge_req', 'account amount currency sub_type address image hash_tail', deposit],
  ['POST', '/wallet/list', '', 'holdings currency available held'],
  ['POST', '/wallet/detail', 'currency type', 'currency type available held'],
  ['POST', '/wallet/legal_log', `currency? type? ${page}`, 'items next currency type amount'],
  ['POST', '/user/getTransferList', page, `items next id fee ${conversion}`],
  [
    'POST',
    '/user/getTransferFee',
    'from_currency_id to_currency_id number?',
    `quote_id fee rate ${conversion}`,
  ],
  ['POST', '/user/Transfer', 'number from_currency_id to_currency_id quote_id?', `id fee rate ${conversion}`],
  ['POST', '/wallet/change', 'currency_id number from_field to_field', `id currency_id ${fundChange}`],
  [
    'POST',
    '/wallet/out',
    'currency number address? sub_type? bank? card_id? pay_password code?',
    'id currency number address sub_type fee status',
  ],
  ['GET', '/wallet/newlist', '', 'currency type available held'],
  ['GET', '/recharge/log', `type? ${page}`, `items next ${deposit}`],
  ['GET', '/currency/user_currency_list', '', 'code name available'],
  ['GET', '/wallet/hzhistory', page, `items next id currency_id ${fundChange}`],
  ['GET', '/user/withdraw/list', page, 'items next id currency number address sub_type fee status'],
  // Lever.
  ['POST', '/lever/deal', 'currency_id legal_id', `terms account positions orders ${contract}`],
  [
    'POST',
    '/lever/submit',
    'currency_id legal_id type share multiple target_price? target_profit_price? stop_loss_price?',
    `${contract} target_price`,
  ],
  ['POST', '/lever/dealall', `currency_id? legal_id? ${page}`, `items next account ${contract}`],
  ['POST', '/lever/close', 'id share?', contract],
  ['POST', '/lever/setstop', 'id target_profit_price? stop_loss_price?', contract],
  ['POST', '/lever/batch_close', 'type', `outcomes ${contract}`],
  ['POST', '/lever/my_trade', `status? ${page}`, `items next ${contract}`],
  // Micro.
  ['GET', '/microtrade/payable_currencies', '', 'items code available minimum maximum'],
  ['GET', '/microtrade/lists', `match_id? status? ${page}`, `items next ${option}`],
  ['GET', '/microtrade/seconds', '', 'items seconds minimum maximum'],
  ['GET', '/microtrade/get_result', 'id', 'id status outcome paid'],
  ['POST', '/microtrade/submit', 'match_id currency_id type seconds number', option],
  // Spot.
  ['POST', '/coin/trade', 'amount target_price currency_id legal_id type', spot],
  ['GET', '/coin/list', `status? ${page}`, `items next ${spot}`],
  // Locked.
  ['GET', '/lh/deposit/config', '', 'products id currency termDays return_rate penaltyRate minimum maximum'],
  ['GET', '/lh/deposit/order', `${page} status?`, `items next ${locked}`],
  ['POST', '/lh/deposit', 'config_id amount', locked],
  ['POST', '/lh/deposit/order/cancel', 'id', locked],
  // Follow.
  ['GET', '/follow/index', page, 'items next id nickname profit followers'],
  ['GET', '/follow/traderDetail', 'trader_user_id', 'lead id nickname profit followers'],
  ['GET', '/follow/historyTrade', `trader_user_id ${page}`, 'items next id currency_id type'],
  ['POST', '/follow/follow', 'trader_user_id number type', relation],
  ['POST', '/follow/cancel', 'follow_user_id mode?', relation],
  ['POST', '/follow/selfHolding', `transaction_id? ${page}`, `items next ${contract}`],
  // Nft.
  ['ANY', '/bind_box/getBoxList', page, 'items next code name price state'],
  ['ANY', '/bind_box/getBoxDetail', 'code', 'code name price state odds'],
  ['ANY', '/bind_box/getArtist', page, 'items next id name portrait'],
  ['ANY', '/bind_box/getArtistDetail', 'id', 'id name portrait bio'],
  ['ANY', '/bind_box/collect', 'code', 'isFavourite favourites'],
  ['ANY', '/bind_box/getNftCurrency', '', 'items code available'],
  ['ANY', '/bind_box/getCollection', `${page} mine?`, 'items next id name cover artist'],
  ['ANY', '/bind_box/buyNFT', 'code', `code ${artOrder}`],
  ['ANY', '/bind_box/marginNFT', 'code', 'code margin auction'],
  ['ANY', '/bind_box/auctionNFT', 'code price', 'code bid isLeading auction'],
  ['ANY', '/bind_box/getBindBoxQuotationLog', 'code', 'items next id price kind'],
  ['ANY', '/bind_box/getMyNFTs', page, 'items next id code title price state'],
  ['ANY', '/bind_box/getMyBindBoxQuotationLog', page, 'items next id code bid margin'],
  ['ANY', '/bind_box/openBlindBox', 'id client_seed?', 'id state item client_seed'],
  ['ANY', '/bind_box/resellNFT', 'id price', 'id code price state'],
  ['ANY', '/bind_box/getNeedPayNFTOrder', '', `items next code unread ${artOrder}`],
  ['ANY', '/bind_box/readNFTOrderMessage', 'id', `code isRead ${artOrder}`],
  ['ANY', '/bind_box/payNFTOrder', 'id', `code ${artOrder}`],
  // Upload. The image's path is the answer itself.
  ['POST', '/upload', 'file'],
]

const words = (text: string) => text.split(' ').filter(Boolean)

export const specifiedCalls: readonly SpecifiedCall[] = lines.map(
  ([method, path, takes = '', answers = '']) => ({
    method,
    path,
    takes: words(takes),
    answers: words(answers),
  }),
)
