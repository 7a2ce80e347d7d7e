import type { InstrumentClass } from '#domain/market/instrument.ts'

/**
 * How real markets of each class behave, minute by minute.
 *
 * Source: measured by calibrate.ts on the recorded market data: medians over 2 to 15 series a class.
 */
export interface Calibration {
  /** Standard deviation of a minute's move, basis points. */
  readonly sigmaBps: number
  /** Tails: degrees of freedom of Student's t. */
  readonly degrees: number
  /** How alike the sizes of moves are one minute apart, and ten. */
  readonly lag1: number
  readonly lag10: number
  readonly spreadBps: number
  /** Quote currency traded in a minute. */
  readonly turnoverPerMinute: number
  /** Size of a move in each hour UTC, as a multiple of the day's. */
  readonly hourly: readonly number[]
}

// biome-ignore format: the hours of a day in one line
export const calibrations: Readonly<Record<InstrumentClass, Calibration>> = {
  crypto: {
    sigmaBps: 11.8, degrees: 5, lag1: 0.25, lag10: 0.088, spreadBps: 0.684, turnoverPerMinute: 26_000,
    hourly: [0.94, 0.95, 0.82, 0.84, 0.85, 0.76, 0.87, 0.83, 0.86, 0.96, 1, 1.1, 1.1, 1.1, 1.4, 1.3, 1.2, 1.1, 1.1, 1.1, 1.1, 0.89, 1, 0.9],
  },
  // The recorded quotes of currencies carry no volume; the turnover is a plausible retail venue's.
  forex: {
    sigmaBps: 1.28, degrees: 5.6, lag1: 0.26, lag10: 0.15, spreadBps: 0.794, turnoverPerMinute: 400_000,
    hourly: [0.9, 0.88, 0.77, 0.71, 0.68, 0.74, 0.88, 1.1, 1.2, 1.2, 1.2, 1.1, 1.3, 1.4, 1.5, 1.5, 1.1, 0.84, 0.79, 0.89, 0.88, 0.78, 0.87, 0.75],
  },
  stock: {
    sigmaBps: 5.81, degrees: 5.2, lag1: 0.24, lag10: 0.14, spreadBps: 3.25, turnoverPerMinute: 1_100_000,
    hourly: [1, 1, 1, 1, 1, 1, 1, 1, 1.5, 0.39, 0.75, 0.91, 0.9, 1.7, 1.3, 1, 0.81, 0.81, 0.87, 0.86, 1.2, 0.57, 0.55, 0.53],
  },
  future: {
    sigmaBps: 2.21, degrees: 5.6, lag1: 0.27, lag10: 0.18, spreadBps: 1.5, turnoverPerMinute: 230_000,
    hourly: [0.77, 0.84, 0.63, 0.55, 0.52, 0.6, 0.73, 1, 1.1, 1.1, 0.92, 1, 1.6, 1.7, 1.7, 1.5, 1.1, 1.1, 1, 1.2, 0.8, 0.56, 1.2, 0.6],
  },
  etf: {
    sigmaBps: 2.46, degrees: 5.7, lag1: 0.19, lag10: 0.06, spreadBps: 0.602, turnoverPerMinute: 9_300_000,
    hourly: [1, 1, 1, 1, 1, 1, 1, 1, 0.84, 0.66, 0.65, 0.69, 0.84, 1.4, 1.4, 1.2, 0.93, 0.89, 1, 1.1, 1.1, 0.69, 0.95, 0.59],
  },
}

/**
 * How much livelier or calmer an instrument is than its class; 1 where it is not named.
 *
 * Source: the class's own series (BTC 6.9 and ETH 15 bps a minute beside the class's 11.8; EUR/USD 0.9,
 * USD/JPY 2.3; SPY 2.5, SHY about 1.3 with days far calmer today); a peg for USD/HKD.
 */
const liveliness: Readonly<Record<string, number>> = {
  ...{
    'BTC-USDT': 0.58,
    'ETH-USDT': 0.75,
    'BNB-USDT': 0.7,
    'TRX-USDT': 0.6,
    'LTC-USDT': 0.9,
    'XRP-USDT': 0.85,
  },
  ...{ 'EUR-USD': 0.75, 'EUR-GBP': 0.7, 'USD-JPY': 1.2, 'USD-CNH': 0.5, 'USD-HKD': 0.06, 'USD-KRW': 0.9 },
  ...{ AAPL: 0.8, MSFT: 0.75, IBM: 0.6, NVDA: 1.4, TSLA: 1.7, META: 1.2 },
  ...{ ES: 0.9, NQ: 1.3, CL: 2.2, '6E': 0.55, 'XAU-USD': 1.1, SHY: 0.12, USO: 1.9, IWM: 1.2 },
}

/** How much more or less is traded of an instrument than of its class; 1 where it is not named. */
const popularity: Readonly<Record<string, number>> = {
  ...{
    'BTC-USDT': 3.3,
    'ETH-USDT': 1.7,
    'BNB-USDT': 0.6,
    'XRP-USDT': 0.5,
    'LTC-USDT': 0.4,
    'DOGE-USDT': 0.35,
  },
  ...{ 'SOL-USDT': 0.26, 'ADA-USDT': 0.22, 'LINK-USDT': 0.13, 'AVAX-USDT': 0.09, 'DOT-USDT': 0.08 },
  ...{
    'TRX-USDT': 0.07,
    'UNI-USDT': 0.06,
    'ATOM-USDT': 0.06,
    'EUR-USD': 3,
    'USD-JPY': 2,
    SHY: 0.01,
    EEM: 0.1,
  },
}

/** How one instrument behaves: its class's figures with its own liveliness and popularity. */
export function calibrationOf(instrument: {
  symbol: string
  class: InstrumentClass
  quote: string
}): Calibration {
  const own = calibrations[instrument.class]
  return {
    ...own,
    sigmaBps: own.sigmaBps * (liveliness[instrument.symbol] ?? 1),
    turnoverPerMinute:
      own.turnoverPerMinute * (popularity[instrument.symbol] ?? 1) * (unitsPerDollar[instrument.quote] ?? 1),
  }
}

/** Roughly how many units of a quote currency a dollar is; only volumes depend on it. */
const unitsPerDollar: Readonly<Record<string, number>> = { JPY: 135, CNH: 7, HKD: 7.8, KRW: 1_300 }
