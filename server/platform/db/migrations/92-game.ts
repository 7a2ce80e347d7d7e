import { type Kysely, sql } from 'kysely'

/**
 * The price game: a row for each hour that somebody guessed, one guess of each customer in it, and what their points add up to
 * in a week (numbered from Monday to Monday since 1970) and in all (period 0). What decided a round, and the points of a guess,
 * are written once; guesses and points are nobody's money, so they are deleted with what a customer has erased.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE game_round (
      id bigint PRIMARY KEY,
      symbol text NOT NULL,
      ends_at timestamptz NOT NULL,
      rules_version integer NOT NULL,
      status text NOT NULL CHECK (status IN ('waiting', 'counting', 'counted', 'void')),
      price bigint CHECK (price > 0),
      sequence bigint,
      tick_at timestamptz,
      after_sequence bigint,
      guesses integer CHECK (guesses >= 0),
      decided_at timestamptz,
      created_at timestamptz NOT NULL,
      CONSTRAINT game_round_decided CHECK ((status = 'waiting') = (decided_at IS NULL)
        AND (status = 'waiting') = (after_sequence IS NULL) AND (status = 'waiting') = (guesses IS NULL)),
      CONSTRAINT game_round_has_tick CHECK ((status IN ('counting', 'counted')) = (price IS NOT NULL)
        AND (price IS NULL) = (sequence IS NULL) AND (price IS NULL) = (tick_at IS NULL)),
      CONSTRAINT game_round_tick_before_end CHECK (tick_at <= ends_at)
    )`.execute(db)
  await sql`CREATE INDEX game_round_due ON game_round (id) WHERE status IN ('waiting', 'counting')`.execute(
    db,
  )
  await sql`
    CREATE TABLE game_guess (
      round_id bigint NOT NULL REFERENCES game_round,
      customer_id bigint NOT NULL REFERENCES customer,
      price bigint NOT NULL CHECK (price > 0),
      placed_at timestamptz NOT NULL,
      points integer CHECK (points BETWEEN 0 AND 100),
      PRIMARY KEY (round_id, customer_id)
    )`.execute(db)
  await sql`CREATE INDEX game_guess_customer ON game_guess (customer_id, round_id)`.execute(db)
  await sql`CREATE INDEX game_guess_uncounted ON game_guess (round_id, customer_id) WHERE points IS NULL`.execute(
    db,
  )
  await sql`
    CREATE TABLE game_score (
      period integer NOT NULL CHECK (period >= 0),
      customer_id bigint NOT NULL REFERENCES customer,
      points integer NOT NULL CHECK (points >= 0),
      rounds integer NOT NULL CHECK (rounds > 0),
      PRIMARY KEY (period, customer_id),
      CONSTRAINT game_score_possible CHECK (points <= 100 * rounds)
    )`.execute(db)
  await sql`CREATE INDEX game_score_board ON game_score (period, points, customer_id)`.execute(db)
  await sql`CREATE INDEX game_score_customer ON game_score (customer_id)`.execute(db)
  await sql`
    CREATE TABLE game_player (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL UNIQUE REFERENCES customer,
      is_listed boolean NOT NULL DEFAULT true,
      is_hidden boolean NOT NULL DEFAULT false,
      joined_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (status, price, sequence, tick_at, after_sequence, guesses, decided_at)
    ON game_round TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE, UPDATE (price, placed_at, points) ON game_guess TO plumb_app`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, DELETE, UPDATE (points, rounds) ON game_score TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE, UPDATE (is_listed, is_hidden, updated_at) ON game_player TO plumb_app`.execute(
    db,
  )
  await sql`
    CREATE FUNCTION game_is_decided() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'a round or a guess of the game is decided' USING ERRCODE = 'check_violation';
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER game_round_once BEFORE UPDATE ON game_round FOR EACH ROW
      WHEN (OLD.status <> 'waiting' AND (
        (NEW.price, NEW.sequence, NEW.tick_at, NEW.after_sequence, NEW.guesses, NEW.decided_at)
          IS DISTINCT FROM (OLD.price, OLD.sequence, OLD.tick_at, OLD.after_sequence, OLD.guesses, OLD.decided_at)
        OR NEW.status NOT IN (OLD.status, 'counted')))
      EXECUTE FUNCTION game_is_decided()`.execute(db)
  await sql`
    CREATE TRIGGER game_guess_once BEFORE UPDATE ON game_guess FOR EACH ROW
      WHEN (OLD.points IS NOT NULL
        AND (NEW.points, NEW.price, NEW.placed_at) IS DISTINCT FROM (OLD.points, OLD.price, OLD.placed_at))
      EXECUTE FUNCTION game_is_decided()`.execute(db)
}
