/** Imported before all else by a benchmark whose databases are on PostgreSQL. */
process.env.TEST_DATABASE = 'postgres'
