// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

// Source of test-contracts.ts: the least that the chain's tests need of a token, a price feed and a settlement.

contract TestToken {
    string public constant name = "Test Dollar";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    error BalanceTooLow(address from, uint256 balance, uint256 needed);

    function mint(address to, uint256 amount) external {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        uint256 balance = balanceOf[msg.sender];
        if (balance < amount) revert BalanceTooLow(msg.sender, balance, amount);
        balanceOf[msg.sender] = balance - amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }

    function chatter(uint256 times) external {
        for (uint256 i = 0; i < times; ++i) {
            emit Transfer(msg.sender, msg.sender, 0);
        }
    }

    function complain(string calldata reason) external {
        revert(reason);
    }
}

contract TestFeed {
    struct Round {
        int192 answer;
        uint64 updatedAt;
    }

    address private immutable _feeder;
    Round[] private _rounds;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    error NoDataPresent(uint256 roundId);

    constructor(address feeder) {
        _feeder = feeder;
    }

    function feed(Round[] calldata rounds) external {
        require(msg.sender == _feeder);
        uint256 last = _rounds.length == 0 ? 0 : _rounds[_rounds.length - 1].updatedAt;
        for (uint256 i = 0; i < rounds.length; ++i) {
            require(rounds[i].updatedAt >= last);
            last = rounds[i].updatedAt;
            _rounds.push(rounds[i]);
            emit AnswerUpdated(rounds[i].answer, _rounds.length, last);
        }
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return getRoundData(uint80(_rounds.length));
    }

    function getRoundData(uint80 round) public view returns (uint80, int256, uint256, uint256, uint80) {
        if (round == 0 || round > _rounds.length) revert NoDataPresent(round);
        Round memory found = _rounds[round - 1];
        return (round, found.answer, found.updatedAt, found.updatedAt, round);
    }
}

contract TestSettlement {
    struct Leg {
        address token;
        bytes32 from;
        uint8 receiver;
        bytes32 to;
        uint256 amount;
    }

    struct Item {
        uint256 id;
        Leg[] legs;
    }

    event Settled(uint256 indexed id);

    function settle(Item[] calldata items) external {
        for (uint256 i = 0; i < items.length; ++i) {
            for (uint256 j = 0; j < items[i].legs.length; ++j) {
                Leg calldata leg = items[i].legs[j];
                TestToken(leg.token).transfer(address(uint160(uint256(leg.to))), leg.amount);
            }
            emit Settled(items[i].id);
        }
    }
}
