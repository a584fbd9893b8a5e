// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Says no without failing, as some old tokens do
contract FalseToken {
    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}

/// @title Answers nothing, as the best known dollar token does
contract SilentToken {
    mapping(address holder => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }
}

/// @title Lets every holder burn, as the best known dollar token does on this chain
contract BurnableDollar {
    mapping(address holder => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function burn(uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        return true;
    }
}

/// @title Burns all gas that it gets
contract GasBurningToken {
    uint256 private _rounds;

    function transfer(address, uint256) external returns (bool) {
        while (gasleft() > 0) {
            ++_rounds;
        }
        return true;
    }

    function burn(uint256) external pure {
        assembly {
            invalid()
        }
    }

    function settlement() external view returns (address) {
        return msg.sender;
    }
}

/// @title Fails with a reason that would cost more to write down than the whole item
contract LoudToken {
    function transfer(address, uint256) external pure returns (bool) {
        assembly {
            mstore(0x80, 0x0123)
            revert(0x80, 60000)
        }
    }
}

/// @title Calls somebody else while it is being moved
contract ReentrantToken {
    address private _target;
    bytes private _data;
    bool public tried;
    bool public succeeded;

    /// @dev Only a hash: writing down more would take more gas than an item has.
    bytes32 public answerHash;

    function aim(address target, bytes calldata data) external {
        _target = target;
        _data = data;
    }

    function transfer(address, uint256) external returns (bool) {
        _strike();
        return true;
    }

    function burn(uint256) external {
        _strike();
    }

    function settlement() external view returns (address) {
        return msg.sender;
    }

    function _strike() private {
        (bool success, bytes memory answer) = _target.call(_data);
        tried = true;
        succeeded = success;
        answerHash = keccak256(answer);
    }
}
