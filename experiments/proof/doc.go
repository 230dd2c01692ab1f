// Package proof holds the statistical proof that the simulator is right, as tests:
// against the published runs of the AWS article, closed forms of queueing theory, the
// storms that are known in advance, and relations that must hold between runs.
//
// Seeds are fixed, so a test that has passed passes again; they were not chosen. Each
// table is judged by three rules. A value lies within 4 standard errors. Its 99 %
// interval is narrow enough to say something. The sum of the squared scores of the
// table lies between its 0.1 % and 99.9 % points: neither too far off on the whole nor
// too good to be true. Many tests at 99 % each would fail by chance: 80 of them in
// more than half of the suites.
//
// With the build tag long the tests run all the trials they are about; without it
// they run what takes seconds.
package proof
