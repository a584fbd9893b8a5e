// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title A price feed for the sandbox
/// @notice Answers as a Chainlink aggregator does: one price per round, with the time at which it was observed.
contract TestAggregator {
    /// @notice A price and the second at which it was observed.
    struct Round {
        int192 answer;
        uint64 updatedAt;
    }

    address private immutable _feeder;
    Round[] private _rounds;

    /// @notice A round was added.
    /// @param current Its price.
    /// @param roundId Its number, from 1.
    /// @param updatedAt When it was observed.
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    /// @notice Somebody other than the feeder tried to add rounds.
    /// @param caller Who tried.
    error NotFeeder(address caller);

    /// @notice There is no such round.
    /// @param roundId The number asked for.
    error NoDataPresent(uint256 roundId);

    /// @notice A round is older than the one before it.
    /// @param updatedAt When it was observed.
    /// @param last When the one before it was.
    error RoundOutOfOrder(uint256 updatedAt, uint256 last);

    /// @notice Names who feeds it.
    /// @param feeder Who may add rounds.
    constructor(address feeder) {
        _feeder = feeder;
    }

    /// @notice Adds rounds, oldest first.
    /// @param rounds The prices with their times.
    function feed(Round[] calldata rounds) external {
        if (msg.sender != _feeder) revert NotFeeder(msg.sender);
        uint256 count = _rounds.length;
        uint256 last = count == 0 ? 0 : _rounds[count - 1].updatedAt;
        for (uint256 i = 0; i < rounds.length; ++i) {
            Round calldata round = rounds[i];
            if (round.updatedAt < last) revert RoundOutOfOrder(round.updatedAt, last);
            last = round.updatedAt;
            _rounds.push(round);
            emit AnswerUpdated(round.answer, ++count, last);
        }
    }

    /// @notice The newest round.
    /// @return roundId Its number.
    /// @return answer Its price.
    /// @return startedAt When it was observed.
    /// @return updatedAt The same.
    /// @return answeredInRound Its number again.
    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        return getRoundData(uint80(_rounds.length));
    }

    /// @notice Decimals of the answers.
    function decimals() external pure returns (uint8) {
        return 8;
    }

    /// @notice What is priced, and in what.
    function description() external pure returns (string memory) {
        return "XAU / USD";
    }

    /// @notice The version of the feed.
    function version() external pure returns (uint256) {
        return 1;
    }

    /// @notice One round.
    /// @param round Its number, from 1.
    /// @return roundId Its number.
    /// @return answer Its price.
    /// @return startedAt When it was observed.
    /// @return updatedAt The same.
    /// @return answeredInRound Its number again.
    function getRoundData(uint80 round)
        public
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        if (round == 0 || round > _rounds.length) revert NoDataPresent(round);
        Round memory found = _rounds[round - 1];
        return (round, found.answer, found.updatedAt, found.updatedAt, round);
    }
}
