import { DEFAULT_RESTING_BAND_BPS, usualLotSize } from '../listing/rules.ts'
import {
  decimalsOf,
  type Instrument,
  type InstrumentClass,
  pairText,
  sessionOf,
  type TradingProduct,
} from '../market/instrument.ts'
import { seedCurrencies } from './currencies.ts'

/** About five to ten dollars in the quote currency. */
const minNotionals: Readonly<Record<string, string>> = {
  ...{ USDT: '5', USD: '10', GBP: '10', CHF: '10', CAD: '10' },
  ...{ JPY: '1000', CNH: '50', HKD: '50', KRW: '10000' },
}

/** The deep markets, on which a price may stray least before an order or a tick is held to be wrong. */
const majors = new Set([
  ...['BTC-USDT', 'ETH-USDT'],
  ...['EUR-USD', 'GBP-USD', 'USD-JPY', 'AUD-USD', 'USD-CHF', 'USD-CAD', 'NZD-USD', 'EUR-GBP'],
  ...['ES', 'NQ', 'YM', 'GC', '6E', 'XAU-USD', 'SPY', 'QQQ', 'SHY', 'AAPL', 'MSFT', 'GOOG', 'AMZN'],
])

/** 0.10 %, the published default for both sides. */
const DEFAULT_FEE_BPS = 10

/** What a lot is where it is not what is usual in its class: the futures' multipliers, and 100 ounces of gold. */
const lotSizes: Readonly<Record<string, number>> = {
  ...{ ES: 50, NQ: 20, YM: 5, GC: 100, CL: 1_000, '6E': 125_000, 'XAU-USD': 100 },
}

const all: readonly TradingProduct[] = ['spot', 'contract', 'option']

/** Spot hands over base and quote, so customers must be able to hold both. */
const isHeld = (code: string): boolean => seedCurrencies.some((currency) => currency.code === code)

type Line = readonly [
  symbol: string,
  name: string,
  tickSize: string,
  stepSize: string,
  referencePrice: string,
  ...aliases: string[],
]

function listed(kind: InstrumentClass, lines: readonly Line[]): Instrument[] {
  return lines.map(([symbol, name, tickSize, stepSize, referencePrice, ...aliases]) => {
    const [base = symbol, quote = 'USD'] = symbol.split('-')
    return {
      symbol,
      label: pairText(symbol),
      name,
      aliases,
      class: kind,
      base,
      quote,
      tickSize,
      stepSize,
      minNotional: minNotionals[quote] ?? '10',
      lotSize: lotSizes[symbol] ?? usualLotSize(kind) ?? 1,
      priceDecimals: decimalsOf(tickSize),
      quantityDecimals: decimalsOf(stepSize),
      ...sessionOf(kind),
      products: kind === 'crypto' && isHeld(base) && isHeld(quote) ? all : ['contract', 'option'],
      makerFeeBps: DEFAULT_FEE_BPS,
      takerFeeBps: DEFAULT_FEE_BPS,
      collar: majors.has(symbol) ? 'major' : 'other',
      restingBandBps: DEFAULT_RESTING_BAND_BPS,
      referencePrice,
      status: 'trading',
      termsVersion: 1,
    }
  })
}

/**
 * The instruments that a new installation begins with, in the order in which lists show them: symbol, name, tick, step, reference price, aliases.
 *
 * Source: reference prices are levels of 13 December 2022, the recorded day the pictures show.
 */
// biome-ignore format: one line an instrument reads as the table it is
export const seedInstruments: readonly Instrument[] = [
  ...listed('crypto', [
    ['BTC-USDT', 'Bitcoin', '0.01', '0.00001', '17778.49', 'XBT', '比特币', '比特幣', 'ビットコイン', '비트코인'],
    ['ETH-USDT', 'Ethereum', '0.01', '0.0001', '1320.14', 'Ether', '以太坊', 'イーサリアム', '이더리움'],
    ['BNB-USDT', 'BNB', '0.1', '0.001', '271.3', 'Binance Coin', '币安币', '幣安幣', '바이낸스코인'],
    ['XRP-USDT', 'XRP', '0.0001', '0.1', '0.3912', 'Ripple', '瑞波币', '瑞波幣', 'リップル', '리플'],
    ['LTC-USDT', 'Litecoin', '0.01', '0.001', '76.48', '莱特币', '萊特幣', 'ライトコイン', '라이트코인'],
    ['DOGE-USDT', 'Dogecoin', '0.00001', '1', '0.08966', '狗狗币', '狗狗幣', 'ドージコイン', '도지코인'],
    ['SOL-USDT', 'Solana', '0.01', '0.001', '13.92', '索拉纳', 'ソラナ', '솔라나'],
    ['ADA-USDT', 'Cardano', '0.0001', '0.1', '0.3117', '艾达币', '艾達幣', 'カルダノ', '에이다'],
    ['LINK-USDT', 'Chainlink', '0.001', '0.01', '6.826', 'チェーンリンク', '체인링크'],
    ['AVAX-USDT', 'Avalanche', '0.01', '0.01', '13.27', '雪崩', 'アバランチ', '아발란체'],
    ['DOT-USDT', 'Polkadot', '0.001', '0.01', '5.211', '波卡', 'ポルカドット', '폴카닷'],
    ['TRX-USDT', 'TRON', '0.00001', '1', '0.05412', '波场', '波場', 'トロン', '트론'],
    ['UNI-USDT', 'Uniswap', '0.001', '0.01', '6.042', 'ユニスワップ', '유니스왑'],
    ['ATOM-USDT', 'Cosmos', '0.001', '0.01', '9.314', 'コスモス', '코스모스'],
    ['COMP-USDT', 'Compound', '0.01', '0.001', '38.42', 'コンパウンド', '컴파운드'],
    ['CRV-USDT', 'Curve', '0.001', '0.1', '0.643', 'カーブ', '커브'],
    ['ZRX-USDT', '0x', '0.0001', '0.1', '0.1972', 'ゼロエックス', '제로엑스'],
    ['NKN-USDT', 'NKN', '0.0001', '1', '0.0981'],
    ['XMR-USD', 'Monero', '0.01', '0.001', '148.35', '门罗币', '門羅幣', 'モネロ', '모네로'],
  ]),
  ...listed('forex', [
    ['EUR-USD', 'Euro / US Dollar', '0.00001', '1', '1.06320', 'EURUSD', 'Fiber'],
    ['GBP-USD', 'British Pound / US Dollar', '0.00001', '1', '1.23630', 'GBPUSD', 'Cable', 'Sterling'],
    ['USD-JPY', 'US Dollar / Japanese Yen', '0.001', '1', '135.580', 'USDJPY', 'ドル円'],
    ['AUD-USD', 'Australian Dollar / US Dollar', '0.00001', '1', '0.68570', 'AUDUSD', 'Aussie'],
    ['USD-CHF', 'US Dollar / Swiss Franc', '0.00001', '1', '0.92890', 'USDCHF', 'Swissy'],
    ['USD-CAD', 'US Dollar / Canadian Dollar', '0.00001', '1', '1.35530', 'USDCAD', 'Loonie'],
    ['NZD-USD', 'New Zealand Dollar / US Dollar', '0.00001', '1', '0.64590', 'NZDUSD', 'Kiwi'],
    ['EUR-GBP', 'Euro / British Pound', '0.00001', '1', '0.86000', 'EURGBP'],
    ['USD-CNH', 'US Dollar / Chinese Yuan', '0.0001', '1', '6.9540', 'USDCNH', 'CNY', 'Renminbi', '人民币', '人民幣'],
    ['USD-HKD', 'US Dollar / Hong Kong Dollar', '0.0001', '1', '7.7740', 'USDHKD', '港元', '港币'],
    ['USD-KRW', 'US Dollar / South Korean Won', '0.01', '1', '1306.00', 'USDKRW', '원달러', '韩元', '韓元'],
  ]),
  ...listed('stock', [
    ['AAPL', 'Apple', '0.01', '0.01', '145.47', '苹果', '蘋果', 'アップル', '애플'],
    ['MSFT', 'Microsoft', '0.01', '0.01', '256.92', '微软', '微軟', 'マイクロソフト', '마이크로소프트'],
    ['GOOG', 'Alphabet', '0.01', '0.01', '95.85', 'Google', '谷歌', 'グーグル', '구글'],
    ['AMZN', 'Amazon', '0.01', '0.01', '92.49', '亚马逊', '亞馬遜', 'アマゾン', '아마존'],
    ['NVDA', 'NVIDIA', '0.01', '0.01', '180.72', '英伟达', '輝達', 'エヌビディア', '엔비디아'],
    ['META', 'Meta Platforms', '0.01', '0.01', '120.15', 'FB', 'Facebook'],
    ['TSLA', 'Tesla', '0.01', '0.01', '160.95', '特斯拉', 'テスラ', '테슬라'],
    ['IBM', 'IBM', '0.01', '0.01', '150.02', 'International Business Machines'],
    ['BAC', 'Bank of America', '0.01', '0.01', '32.71', '美国银行', '美國銀行'],
  ]),
  ...listed('future', [
    ['ES', 'E-mini S&P 500', '0.25', '0.01', '4023.50', 'SPX', 'S&P', 'US500'],
    ['NQ', 'E-mini Nasdaq-100', '0.25', '0.01', '11930.00', 'NDX', 'US100'],
    ['YM', 'E-mini Dow', '1', '0.01', '34150', 'DJIA', 'Dow Jones', 'US30'],
    ['GC', 'Gold futures', '0.1', '0.01', '1825.5', 'Gold', '黄金', '黃金', '金', '금'],
    ['CL', 'Crude oil futures', '0.01', '0.01', '75.39', 'WTI', 'Oil', '原油', '원유'],
    ['6E', 'Euro FX futures', '0.00005', '1', '1.06745', 'Euro', 'EUR'],
    ['XAU-USD', 'Gold / US Dollar', '0.01', '0.01', '1810.86', 'XAUUSD', 'Spot gold', '黄金', '黃金', '金', '금'],
  ]),
  ...listed('etf', [
    ['SPY', 'SPDR S&P 500', '0.01', '0.01', '401.97', 'S&P 500'],
    ['QQQ', 'Invesco QQQ', '0.01', '0.01', '291.23', 'Nasdaq 100'],
    ['IWM', 'iShares Russell 2000', '0.01', '0.01', '182.22', 'Russell'],
    ['EEM', 'iShares Emerging Markets', '0.01', '0.01', '39.18', 'MSCI EM'],
    ['GLD', 'SPDR Gold Shares', '0.01', '0.01', '168.24', 'Gold', '黄金', '黃金'],
    ['USO', 'United States Oil Fund', '0.01', '0.01', '65.42', 'Oil', 'WTI'],
    ['SHY', 'iShares 1-3 Year Treasury', '0.01', '0.01', '81.35', 'Treasury', 'Bonds'],
  ]),
]
